import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pluginSite, temporaryFolder, writeFiles } from '../support/cli.ts';

export const options = { url: 'https://www.example.com', name: 'Own' };
export const layout =
  '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n';
export const pages = {
  'src/_includes/base.liquid': layout,
  'src/index.md': '---\nlayout: base.liquid\ntitle: Home\n---\n# Home\n\nText.\n',
  'src/about.md': '---\nlayout: base.liquid\ntitle: About\npermalink: about.html\n---\n# About\n\nWhat this is about.\n',
  'src/secret.md': '---\nlayout: base.liquid\ntitle: Secret\ndraft: true\n---\n# Secret\n\nThe canary sings.\n',
  'public/style.css': 'p { margin: 0 }\n',
};

/** A site with the plugin and its own server options. */
export function servedSite(folder = temporaryFolder()): string {
  pluginSite(folder, options, pages);
  symlinkSync(resolve('node_modules/@11ty'), join(folder, 'node_modules/@11ty'));
  writeFiles(folder, {
    'eleventy.config.js': `import diptych from 'diptych';
export default (eleventyConfig) => {
  eleventyConfig.addPlugin(diptych, ${JSON.stringify(options)});
  eleventyConfig.addPassthroughCopy({ public: '/' });
  eleventyConfig.setServerOptions({
    middleware: [(req, res, next) => (req.url === '/own' ? res.end('own middleware') : next())],
    ready: () => console.log('own ready'),
  });
  return { dir: { input: 'src', output: '_site' } };
};
`,
  });
  return folder;
}
