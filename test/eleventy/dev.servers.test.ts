import { it } from 'vitest';
import { pluginConfig, pluginSite, temporaryFolder } from '../support/cli.ts';
import { startPreview } from './preview-process.ts';

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
  const config = pluginConfig(
    "{ url: 'https://www.example.com', name: 'Late ' + word }",
    `eleventyConfig.on('eleventy.after', () => {
    if (globalThis.isLater) return;
    globalThis.isLater = true;
    ${change};
  });`,
    "import { renameSync, writeFileSync } from 'node:fs';\nimport { word } from './words.js';",
  );
  const folder = pluginSite(
    temporaryFolder(),
    {},
    {
      'src/index.md': '# Home\n\nText.\n',
      'new.md': '# New\n\nNew.\n',
      'words.js': "export const word = 'first';\n",
      'eleventy.config.js': config,
    },
  );
  const preview = await startPreview(folder);
  for (const [path, word] of wanted) await preview.until(path, ({ status, text }) => status === 200 && text.includes(word));
});
