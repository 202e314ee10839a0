import { expect, it } from 'vitest';
import diptych from '../../build/plugin.ts';
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

const line =
  'the plugin needs Eleventy 3.1 or newer, and this one is older; update it, or remove addPlugin(diptych) and after each build run: npx diptych twin _site --url https://example.com';

it('Eleventy 2 gets instructions that work there', () => {
  const eleventy = {
    versionCheck(range: string) {
      throw new Error(`We found Eleventy version '2.0.1' which does not meet the required version range: '${range}'`);
    },
  };
  const add = () => diptych(eleventy as unknown as Parameters<typeof diptych>[0]);
  expect(add).toThrow(line);
  // Eleventy prints the stack below it.
  expect(add).toThrow(expect.objectContaining({ stack: '' }));
});
