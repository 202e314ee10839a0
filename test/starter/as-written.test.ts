import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/cli.ts';
import { buildNewSite, documentOf } from './built-site.ts';

/** Files in site/_public/ that look like templates, but are copied. */
const copied = [
  ['AGENTS.md', '# For {{ agents }}\n\n{% raw %}\n'],
  ['google123.html', 'google-site-verification: google123.html\n'],
  ['demo/page.html', '<!doctype html>\n<h1>{{ demo }}</h1>\n'],
  ['stray.njk', '{{ stray }}\n'],
] as const;

const actions = `---
description: What a page about GitHub Actions shows.
---
# Secrets

Set \${{ secrets.TOKEN }} and print {{ message }}, or wrap it in {% raw %}. In code: \`{{ message | upper }}\`, \`{# note #}\`.

## Install it {#install}

\`\`\`yaml
token: \${{ secrets.TOKEN }}
{% raw %}
## Install {#install}
\`\`\`

## Install

See [above](#install) and [below](/secrets#install-2).

| Name | Middle | Price |
|:-----|:------:|------:|
| Pear | x      | 12    |
`;

describe('a site from init', () => {
  const folder = sharedFolder();
  let built: Record<string, string>;
  let document: Document;

  beforeAll(async () => {
    built = await buildNewSite(folder, {
      'site/secrets.md': actions,
      'site/template.md':
        '---\ntemplateEngineOverride: njk,md\n---\n# Template\n\nThis is {{ site.url | safe }} {% raw %}{{ x }}{% endraw %}.\n',
      ...Object.fromEntries(copied.map(([file, text]) => [`site/_public/${file}`, text])),
      'site/index.md': '# Home\n\nThe home page. See [secrets](/secrets) and [a template](/template).\n',
    });
    document = documentOf(built['secrets.html']);
  });

  it.each([
    'Set ${{ secrets.TOKEN }} and print {{ message }}, or wrap it in {% raw %}.',
    '`{{ message | upper }}`, `{# note #}`',
    '```yaml\ntoken: ${{ secrets.TOKEN }}\n{% raw %}\n## Install {#install}\n```',
  ])('publishes %j as written, in both panels', (text) => {
    expect(built['secrets.md']).toContain(text);
    expect(document.querySelector('main')!.textContent).toContain(text.replace(/```yaml\n|\n```|`/g, ''));
  });

  it('{#install} at the end of a heading sets its id, and is not visible', () => {
    const headings = [...document.querySelectorAll('main h2')].map(({ id, textContent }) => [id, textContent]);
    expect(headings).toEqual([
      ['install', 'Install it'],
      ['install-2', 'Install'],
    ]);
    expect(built['secrets.md']).toContain('\n## Install it\n');
  });

  it('templateEngineOverride makes a page a template', () => {
    expect(built['template.md']).toContain('This is https://www.example.com {{ x }}.');
  });

  it.each(copied)('site/_public/%s is copied unchanged, no page, and in no index', (file, text) => {
    expect(built[file]).toBe(text);
    const name = file.replace(/\.\w+$/, '');
    expect(Object.keys(built).filter((path) => path.startsWith(name) && !/\.(?:br|gz)$/.test(path))).toEqual([file]);
    for (const index of ['llms.txt', 'llms-full.txt', 'sitemap.md', 'sitemap.xml']) expect(built[index]).not.toContain(name);
  });

  it('columns are aligned by class, which a Content-Security-Policy without inline styles allows', () => {
    const cells = [...document.querySelectorAll('main tr')].map((row) => [...row.children].map(({ className }) => className));
    expect(cells).toEqual([
      ['align-left', 'align-center', 'align-right'],
      ['align-left', 'align-center', 'align-right'],
    ]);
    expect(document.querySelector('main [style]')).toBe(null);
    for (const side of ['left', 'center', 'right'])
      expect(built['style.css']).toContain(`.align-${side} {\n  text-align: ${side};`);
    expect(built['secrets.md']).toMatch(/\| Name +\| Middle +\| Price +\|\n\| :-+ +\| :-+: +\| -+: +\|/);
  });
});
