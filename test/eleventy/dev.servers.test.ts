import { it } from 'vitest';
import { pluginSite, temporaryFolder, writeFiles } from '../support/cli.ts';
import { startPreview } from './preview-process.ts';

const config = (name: string): string =>
  `import diptych from 'diptych';\nimport { word } from './words.js';\nexport default (eleventyConfig) => {\n  eleventyConfig.addPlugin(diptych, { url: 'https://www.example.com', name: '${name} ' + word });\n  return { dir: { input: 'src' } };\n};\n`;

it.each<[string, string, [path: string, word: string][]]>([
  [
    'pages are saved and new',
    "writeFileSync('src/index.md', '# Home\\n\\nSaved meanwhile.\\n');\n    renameSync('new.md', 'src/new.md')",
    [
      ['/index.md', 'Saved meanwhile.'],
      ['/new.md', 'New.'],
    ],
  ],
  [
    'a module of the configuration changes',
    `writeFileSync('words.js', "export const word = 'second';")`,
    [['/llms.txt', '# Late second']],
  ],
])('before the first build is done, %s: built again', async (_, change, wanted) => {
  const folder = pluginSite(temporaryFolder(), {}, { 'src/index.md': '# Home\n\nText.\n', 'new.md': '# New\n\nNew.\n' });
  writeFiles(folder, {
    'eleventy.config.js': `import { renameSync, writeFileSync } from 'node:fs';\n${config('Late').replace(
      'return',
      `eleventyConfig.on('eleventy.after', () => {\n    if (globalThis.isLater) return;\n    globalThis.isLater = true;\n    ${change};\n  });\n  return`,
    )}`,
    'words.js': "export const word = 'first';\n",
  });
  const preview = await startPreview(folder);
  for (const [path, word] of wanted) await preview.until(path, ({ status, text }) => status === 200 && text.includes(word));
});
