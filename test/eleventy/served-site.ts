import { pluginConfig, pluginSite, temporaryFolder } from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

export const options = { url: 'https://www.example.com', name: 'Own' };
export const layout = plainLayout['src/_includes/base.liquid']!;
export const pages = {
  ...plainLayout,
  'src/index.md': plainPage('Home', 'Text.'),
  'src/about.md': plainPage('About', 'What this is about.', 'permalink: about.html\n'),
  'src/secret.md': plainPage('Secret', 'The canary sings.', 'draft: true\n'),
  'public/style.css': 'p { margin: 0 }\n',
};

/** A site with the plugin and its own server options. */
export const servedSite = (folder = temporaryFolder()): string =>
  pluginSite(folder, options, {
    ...pages,
    'eleventy.config.js': pluginConfig(
      options,
      `eleventyConfig.setServerOptions({
    middleware: [(req, res, next) => (req.url === '/own' ? res.end('own middleware') : next())],
    ready: () => console.log('own ready'),
  });`,
    ),
  });
