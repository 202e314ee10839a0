import { describe, expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';

type Files = Readonly<Record<string, string>>;

const base = smallSite['site/_includes/layouts/page.njk']!.replace(
  '{{ content | safe }}',
  '{% block page %}{{ content | safe }}{% endblock %}',
);
const child = '{% extends "layouts/page.njk" %}\n{% block page %}{{ content | safe }}{% endblock %}\n';
const site: Files = {
  'site/_includes/layouts/page.njk': base,
  'site/_includes/layouts/child.njk': child,
  'site/a.md': '---\nlayout: layouts/child.njk\n---\n# A\n\nText.\n',
};
/** The parent layout, with a line in its head. */
const parent = (line: string): Files => ({ 'site/_includes/layouts/page.njk': base.replace('</head>', `${line}\n</head>`) });
const page = (layout: string): Files => ({ 'site/a.md': `---\ntitle: A\nlayout: ${layout}\n---\n# A\n\nText.\n` });
const listed = 'layouts/child.njk, layouts/page.njk';

describe('an error in a layout names file and line, and the fix works', () => {
  it.each<[mistake: string, files: Files, message: string, fix: Files]>([
    [
      'a layout that does not exist',
      page('nope'),
      `site/a.md:3: there is no layout "nope"; name one that exists (${listed}), or add site/_includes/nope.njk`,
      { 'site/_includes/nope.njk': child },
    ],
    [
      'a misspelt one',
      page('layouts/chidl.njk'),
      `site/a.md:3: there is no layout "layouts/chidl.njk"; did you mean "layouts/child.njk"? Or name one that exists (${listed}), or add site/_includes/layouts/chidl.njk`,
      page('layouts/child.njk'),
    ],
    [
      'one named by the data of a folder',
      { 'site/sub/b.md': '# B\n', 'site/sub/sub.json': '{\n  "layout": "nope"\n}' },
      `site/sub/sub.json:2: there is no layout "nope"; name one that exists (${listed}), or add site/_includes/nope.njk`,
      { 'site/sub/sub.json': '{ "layout": "layouts/page.njk" }' },
    ],
    [
      'one named by another layout',
      { ...page('layouts/mine.njk'), 'site/_includes/layouts/mine.njk': '---\nlayout: missing\n---\n{{ content | safe }}\n' },
      `site/_includes/layouts/mine.njk:2: there is no layout "missing"; name one that exists (layouts/child.njk, layouts/mine.njk, layouts/page.njk), or add site/_includes/missing.njk`,
      { 'site/_includes/layouts/mine.njk': '---\nlayout: layouts/page.njk\n---\n{{ content | safe }}\n' },
    ],
    [
      'one extended by another',
      { 'site/_includes/layouts/child.njk': child.replace('page.njk', 'pgae.njk') },
      `site/_includes/layouts/child.njk:1: there is no layout "layouts/pgae.njk"; did you mean "layouts/page.njk"? Or name one that exists (${listed}), or add site/_includes/layouts/pgae.njk`,
      { 'site/_includes/layouts/child.njk': child },
    ],
    [
      'a filter in the parent layout',
      parent('{{ title | nope }}'),
      'site/_includes/layouts/page.njk:7: there is no filter "nope"; check its spelling, or add it in the configuration',
      parent('{{ title | upper }}'),
    ],
    [
      'a call of an undefined function in the parent layout',
      parent('{{ title.foo.bar() }}'),
      'site/_includes/layouts/page.njk:7: Unable to call `title["foo"]["bar"]`, which is undefined or falsey; correct the name, or call it only where there is one',
      parent('{{ title.foo }}'),
    ],
    [
      'an include in the parent layout',
      parent('{% include "nope.njk" %}'),
      'site/_includes/layouts/page.njk:7: there is no include "nope.njk"; write its path below the folder of includes',
      { 'site/_includes/nope.njk': '' },
    ],
    [
      'an unclosed block',
      parent('{% if title %}<meta name="x" content="y">{% block head %}{% endblock %}'),
      'site/_includes/layouts/page.njk:7: a tag, or {{, opens here and is never closed; close it; to show braces as text, mark them as code, between {% raw %} and {% endraw %}',
      parent('{% if title %}<meta name="x" content="y">{% block head %}{% endblock %}{% endif %}'),
    ],
    [
      'an end tag without a block',
      parent('{% endif %}'),
      'site/_includes/layouts/page.njk:7: unknown block tag: endif; correct it; to show braces as text, mark them as code, between {% raw %} and {% endraw %}',
      parent('{% if title %}{% endif %}'),
    ],
    [
      'an unknown tag',
      parent('{% nope %}'),
      'site/_includes/layouts/page.njk:7: unknown block tag: nope; correct it; to show braces as text, mark them as code, between {% raw %} and {% endraw %}',
      parent('{% set nope = 1 %}'),
    ],
    [
      'an unknown keyword',
      parent('{{ "nope" | word }}'),
      'site/_includes/layouts/page.njk:7: no word "nope" for layouts; write {"en": {"nope": "…"}} into site/_data/words.json',
      { 'site/_data/words.json': '{"en": {"nope": "…"}}' },
    ],
  ])('%s', async (_, files, message, fix) => {
    const folder = writeSmallSite(temporaryFolder());
    writeFiles(folder, { ...site, ...files });
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 1, stderr: `diptych: ${message}\n` });
    writeFiles(folder, fix);
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  });
});
