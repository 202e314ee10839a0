import { writeFiles } from './cli.ts';

/** A layout with the metadata that the build requires and links to all pages. */
const layout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ title or page.url }}</title>
<meta name="description" content="What {{ page.url }} of the small site is about">
</head>
<body>
<main>
{{ content | safe }}
</main>
<nav>{% for each in collections.all %}<a href="{{ each.url }}">{{ each.url }}</a> {% endfor %}</nav>
</body>
</html>
`;

/** Files of a site that builds in half a second: three pages, a stylesheet, a layout. */
export const smallSite: Readonly<Record<string, string>> = {
  'site/_data/site.json': '{"url":"https://www.example.com","name":"Small","contentSecurityPolicy":"strict"}\n',
  'site/_includes/layouts/page.njk': layout,
  'site/_public/style.css': 'p { margin: 0 }\n',
  'site/index.md': '# Home\n\nThe home page. See [about](/about).\n',
  'site/about.md': '# About\n\nWhat this is about.\n',
  'site/docs/first.md': '# First\n\nThe first page of the documentation.\n',
};

/** Writes the small site. @returns the folder */
export function writeSmallSite(folder: string): string {
  writeFiles(folder, smallSite);
  return folder;
}

/** The layout of {@link plainPage}. */
export const plainLayout: Readonly<Record<string, string>> = {
  'src/_includes/base.liquid':
    '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n',
};

/** A page of a site with an own configuration. @param more front matter */
export const plainPage = (title: string, text: string, more = ''): string =>
  `---\nlayout: base.liquid\ntitle: ${title}\n${more}---\n# ${title}\n\n${text}\n`;
