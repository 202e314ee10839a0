import { expect, it } from 'vitest';
import { pluginSite, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

it('a configuration that adds the plugin twice is refused with one line', async () => {
  const folder = pluginSite(temporaryFolder(), {}, { 'src/index.md': '# Home\n' });
  writeFiles(folder, {
    'eleventy.config.js': `import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, {});
  c.addPlugin(diptych, {});
  return { dir: { input: 'src', output: '_site' } };
};
`,
  });
  const { code, stderr } = await runWarm(['build'], { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toContain('diptych is added twice; keep one addPlugin(diptych)');
  expect(stderr).not.toContain('    at ');
});
