import { describe, expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';

/* Findings of the checks on an author's pages: each names its location, and the suggested fix removes it. */

type Files = Readonly<Record<string, string>>;
type Row = readonly [what: string, wrong: Files, found: string, fix: Files];

const page = (name: string, text: string, front = `title: ${name}`): Files => ({
  [`site/${name}.md`]: `---\n${front}\n---\n# ${name}\n\n${text}\n`,
});
const whole = (canonical: string): Files => ({
  'site/whole.njk': `---\nlayout: false\n---\n<!doctype html>\n<html lang="en"><head><title>Whole</title><meta name="description" content="The whole of it.">\n<link rel="canonical" href="https://www.example.com${canonical}"></head>\n<body><main><h1>Whole</h1><p>Text.</p></main></body></html>\n`,
});
const picture = { 'site/it.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' };
const hidden = `Here begins what no reader sees, for a style hides it. ${'It goes on and on for whole lines of text. '.repeat(6)}`;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const settings = (more: object): Files => ({
  'site/_data/site.json': JSON.stringify({
    url: 'https://www.example.com',
    name: 'Small',
    contentSecurityPolicy: 'strict',
    htmlUrls: false,
    maxCharacters: 9000,
    maxTokens: { page: 1500 },
    ...more,
  }),
});
const lines = (...rows: string[]): string => rows.join('\n');

const rows: readonly Row[] = [
  [
    'a link to the local machine',
    page('local', 'See [it](http://localhost:3000/about).'),
    'warning  site/local.md:6  localhost-url  http://localhost:3000/about is a URL of the building machine  Fix: Write only the path, or build with the real site URL.',
    page('local', 'See [it](/about).'),
  ],
  [
    'a picture without alt text',
    { ...page('alt', '![](it.svg)'), ...picture },
    'warning  site/alt.md:6  image-alt  image ![](it.svg) has no alternative text  Fix: Describe it between the brackets; write <img src="…" alt=""> if it is only decorative.',
    { ...page('alt', '![It](it.svg)'), ...picture },
  ],
  [
    'a page nested too deeply',
    { 'site/deep.html': `<h1>Deep</h1>${'<div>'.repeat(5100)}x${'</div>'.repeat(5100)}\n` },
    'error  site/deep.html  no-twin  no twin: has elements nested more than 5,000 deep. Split the page, or add its file to "exclude" in the settings to publish it without a twin  Fix: Rename or simplify the page, or leave it out with exclude.',
    {},
  ],
  [
    'a bar in a cell',
    page('cells', '| a | b |\n|---|---|\n| `x|y` | z |'),
    'warning  site/cells.md:8  table-cells  the row has 3 cells, and its table 2 columns: the rest is lost  Fix: Write \\| for a bar in a cell, in code too.',
    page('cells', '| a | b |\n|---|---|\n| `x\\|y` | z |'),
  ],
  [
    'an oversized page',
    page('long', 'Word after word. '.repeat(560)),
    lines(
      'error  site/long.md  max-tokens  long.md takes 2,216 tokens, 1,500 are allowed  Fix: Shorten or split the page, or raise maxTokens.',
      'error  site/long.md  oversize  /long has 10,629 characters of HTML and 9,822 characters of Markdown; at most 9,000 characters are allowed  Fix: Split it, or raise maxCharacters.',
    ),
    page('long', 'Word after word.'),
  ],
  [
    'a picture over http',
    page('mixed', '![It](http://elsewhere.example/it.svg)'),
    lines(
      `warning  site/mixed.md:6  blocked-by-policy  http://elsewhere.example/it.svg is blocked by img-src of the Content-Security-Policy  Fix: Set "contentSecurityPolicy" in the settings to "${policy.replace('data:', 'data: http://elsewhere.example')}", or take it off the page.`,
      'error  site/mixed.md:6  mixed-content  http://elsewhere.example/it.svg is loaded over http by an https page  Fix: Load it over https, or from this site.',
    ),
    { ...page('mixed', '![It](it.svg)'), ...picture },
  ],
  [
    'JSON-LD by hand',
    { 'site/ld.njk': '<h1>ld</h1>\n<p>Text.</p>\n<script type="application/ld+json">{ "a": </script>' },
    'error  site/ld.njk:3  json-ld  invalid JSON-LD: Unexpected end of JSON input  Fix: Print it with a JSON filter instead of by hand.',
    {
      'site/ld.njk':
        '<h1>ld</h1>\n<p>Text.</p>\n<script type="application/ld+json">{{ { "@context": "https://schema.org" } | dump | safe }}</script>',
    },
  ],
  [
    'JSON-LD without @context',
    { 'site/context.njk': '<h1>context</h1>\n<p>Text.</p>\n<script type="application/ld+json">{ "a": 1 }</script>' },
    'error  site/context.njk:3  json-ld  invalid JSON-LD: it has no @context  Fix: Add "@context": "https://schema.org" to each object.',
    {
      'site/context.njk':
        '<h1>context</h1>\n<p>Text.</p>\n<script type="application/ld+json">{ "@context": "https://schema.org", "a": 1 }</script>',
    },
  ],
  [
    'a page filled by scripts',
    { ...page('app', '<div id="app"></div><script src="/app.js"></script>'), 'site/_public/app.js': '1' },
    'warning  site/app.md  empty-page  app.html says next to nothing without JavaScript: scripts fill <div id="app">  Fix: Let the build write its content into the HTML, or leave it out with exclude.',
    page('app', '<div id="app">What the page holds, for all who read it.</div><script src="/app.js"></script>'),
  ],
  [
    'two pages that look the same',
    {
      'site/one.md': '---\ntitle: Twice\ndescription: Both.\n---\n# Twice\n\nThe one.\n',
      'site/two.md': '---\ntitle: Twice\ndescription: Both.\n---\n# Twice\n\nThe other.\n',
    },
    lines(
      'warning  site/two.md:3  duplicate-description  /two has the description of /one: "Both."  Fix: Say in each description what only that page has.',
      'warning  site/two.md:2  duplicate-title  /two has the title of /one: "Twice"  Fix: Give each page a title of its own.',
    ),
    { 'site/one.md': '# One\n\nThe one.\n', 'site/two.md': '# Two\n\nThe other.\n' },
  ],
  [
    'a video from another site',
    page('film', '<iframe src="https://video.example/x" title="A film"></iframe>'),
    `warning  site/film.md:6  blocked-by-policy  https://video.example/x is blocked by frame-src of the Content-Security-Policy  Fix: Set "contentSecurityPolicy" in the settings to "${policy}; frame-src https://video.example", or take it off the page.`,
    {},
  ],
  [
    'a script in a page',
    page('script', '<script>alert(1)</script>'),
    'warning  site/script.md:6  blocked-by-policy  an inline <script> is blocked by script-src of the Content-Security-Policy  Fix: Move it into a file of the site.',
    { ...page('script', '<script src="/alert.js"></script>'), 'site/_public/alert.js': 'alert(1)' },
  ],
  [
    'syntax of other tools',
    page('foreign', 'See [[Other page]].\n\n!!! note\n\n{{< youtube x >}}'),
    lines(
      'warning  site/foreign.md:6  unknown-syntax  "[[Other page]]" is shown as text  Fix: Write a link, [text](page.md), or a picture, ![what it shows](picture.png).',
      'warning  site/foreign.md:8  unknown-syntax  "!!! note" is shown as text  Fix: Write a callout, such as "::: tip", or "::: details".',
      'warning  site/foreign.md:10  unknown-syntax  "{{< youtube" is shown as text  Fix: Replace the shortcode by what it shows.',
    ),
    page('foreign', 'See [another](about.md).\n\n::: tip\nText.\n:::\n\n[The film](https://video.example/x)'),
  ],
  [
    'a canonical URL in another form',
    whole('/whole.html'),
    'warning  site/whole.njk:6  canonical-mismatch  the canonical URL of the page is https://www.example.com/whole.html, which redirects to https://www.example.com/whole  Fix: State https://www.example.com/whole, or set htmlUrls (--html-urls) on if all pages are to have that form.',
    whole('/whole'),
  ],
  [
    'a fence that never closes',
    page('fence', '```js\nlet x;'),
    'error  site/fence.md:6  unclosed-fence  the fence ```js is never closed  Fix: Close it with a line of as many backticks or tildes; a fence inside a fence needs a longer one around it.',
    page('fence', '```js\nlet x;\n```'),
  ],
  [
    'invisible text',
    page('hidden', `<p style="display:none">${hidden}</p>\n\nText.`),
    lines(
      'warning  site/hidden.md:6  blocked-by-policy  style="…" of <p> is blocked by style-src of the Content-Security-Policy  Fix: Move it into a file of the site.',
      'warning  site/hidden.md:6  hidden-text  hides 312 characters of text: "Here begins what no reader sees, for a style hides it. It go…"  Fix: Remove it, show it, or let a control with aria-controls open it.',
    ),
    page('hidden', 'Text.'),
  ],
  [
    'an unrendered template',
    { 'site/syntax.njk': '<h1>Syntax</h1>\n<p>{% raw %}{{ titel }}{% endraw %}</p>\n' },
    'error  site/syntax.njk:2  template-syntax  "{{ titel }}" looks like template syntax that was not rendered  Fix: Correct the template; if the text is meant, mark it as code.',
    { 'site/syntax.njk': '<h1>Syntax</h1>\n<p><code>{% raw %}{{ titel }}{% endraw %}</code></p>\n' },
  ],
  [
    'an orphan page',
    page('lonely', 'Text.', 'eleventyExcludeFromCollections: true'),
    'warning  site/lonely.md  orphan  no page links to /lonely  Fix: Link to it from the navigation or from a related page, or mark it noindex.',
    { ...page('leads', 'See [it](/lonely).') },
  ],
  [
    'no heading',
    { 'site/headless.md': 'Text only.\n' },
    'warning  site/headless.md  h1  the page has no H1  Fix: Start the content with one heading of level 1: # Title in Markdown, <h1>Title</h1> in HTML.',
    { 'site/headless.md': '# Title\n\nText only.\n' },
  ],
  [
    'two headings',
    { 'site/heads.md': '# First head\n\nText.\n\n# Second head\n\nText.\n' },
    'warning  site/heads.md:5  h1  the page has 2 H1 headings: "First head", "Second head"  Fix: Keep the first, and lower the others to level 2.',
    { 'site/heads.md': '# First head\n\nText.\n\n## Second head\n\nText.\n' },
  ],
  [
    'a misspelt key',
    page('keys', 'Text.', 'titel: x'),
    'warning  site/keys.md:2  front-matter  the build does not know the front matter "titel"  Fix: Did you mean "title"?',
    page('keys', 'Text.', 'title: x'),
  ],
  [
    'a key without a space after it',
    page('glued', 'Text.', 'order:1'),
    'warning  site/glued.md:2  front-matter  front matter "order:1" sets nothing  Fix: Put a space after the colon: "order: 1".',
    page('glued', 'Text.', 'order: 1'),
  ],
  [
    'front matter below an empty line',
    { 'site/late.md': '\n---\ntitle: Late\n---\n# Late\n\nText.\n' },
    'warning  site/late.md:1  front-matter  front matter that does not begin on the first line is shown as text  Fix: Remove the empty lines before it.',
    { 'site/late.md': '---\ntitle: Late\n---\n# Late\n\nText.\n' },
  ],
  [
    'a skipped heading level',
    page('levels', 'Text.\n\n### Three\n\nText.'),
    'warning  site/levels.md:8  heading-levels  the heading "Three" has level 3 and follows one of level 1  Fix: Make it level 2.',
    page('levels', 'Text.\n\n## Three\n\nText.'),
  ],
  [
    'an overlong description',
    page('described', 'Text.', `description: ${'All of it. '.repeat(40).trim()}`),
    'warning  site/described.md:2  description  the description has 439 characters, more than 160  Fix: Shorten it: search results and indexes show about 160 characters.',
    page('described', 'Text.', 'description: All of it.'),
  ],
  [
    'a robots.txt of the site',
    { 'site/_public/robots.txt': 'User-agent: *\n' },
    'warning  site/_public/robots.txt  existing-file  robots.txt of the site stays, and lacks "Sitemap: https://www.example.com/sitemap.xml"  Fix: Add it there, or remove the file.',
    { 'site/_public/robots.txt': 'User-agent: *\nSitemap: https://www.example.com/sitemap.xml\n' },
  ],
  [
    'a link to a draft',
    { ...page('draft', 'Text.', 'draft: true'), ...page('early', 'See [it](/draft).') },
    'error  site/early.md:6  dead-link  link to /draft: site/draft.md is not published yet  Fix: Remove "draft" or "publishAt" there, or the link.',
    { ...page('draft', 'Text.'), ...page('early', 'See [it](/draft).') },
  ],
  [
    'misspelt links',
    page('typo', 'See [it](/abuot), [it](/about#x) and [it](http://).'),
    lines(
      'error  site/typo.md:6  dead-link  link to /abuot: nothing is published there  Fix: Did you mean /about?',
      'error  site/typo.md:6  dead-link  link to /about#x: no element of /about has the id "x"  Fix: Correct the fragment, or remove it.',
      'error  site/typo.md:6  dead-link  link to http://: not a URL  Fix: Correct it.',
    ),
    page('typo', 'See [it](/about), [it](/about) and [it](http://example.org).'),
  ],
  [
    'template code that would run',
    { 'site/code.njk': '<h1>Code</h1>\n<p>Text.</p>\n<pre><code>[object Object]</code></pre>\n<p>[object Object]</p>\n' },
    'error  site/code.njk:3  template-syntax  "[object Object]" looks like template syntax that was not rendered  Fix: Correct the template; if the text is meant, mark it as code.',
    { 'site/code.njk': '<h1>Code</h1>\n<p>Text.</p>\n<pre><code>[object Object]</code></pre>\n<p>Text.</p>\n' },
  ],
];

const layout = smallSite['site/_includes/layouts/page.njk']!.replace(
  'content="What',
  'content="{{ description or ""}}{% if not description %}What',
).replace('is about">', 'is about{% endif %}">');
/** The findings of a build, or its errors if it fails before the checks. */
const found = async (cwd: string): Promise<{ code: number; found: string[] }> => {
  const { code, stdout, stderr } = await runWarm(['build'], { cwd });
  const lines = [...stdout.matchAll(/^(?:error|warning) .*$/gm)].map(([line]) => line.replace(/^(\w+) +/, '$1  '));
  return { code, found: lines.length > 0 ? lines : stderr.split('\n').filter(Boolean) };
};
const site = (): string => {
  const cwd = writeSmallSite(temporaryFolder());
  writeFiles(cwd, { ...settings({}), 'site/_includes/layouts/page.njk': layout });
  return cwd;
};

describe('checks', () => {
  let all: Promise<string[]> | undefined;
  /** All findings, from one build with all mistakes. */
  const lines = (): Promise<string[]> => {
    all ??= (async () => {
      const cwd = site();
      for (const [, wrong] of rows) writeFiles(cwd, wrong);
      return (await found(cwd)).found;
    })();
    return all;
  };

  it.each(rows)('%s', async (_, __, message) => {
    expect(await lines()).toEqual(expect.arrayContaining(message.split('\n')));
  });

  it('there are no other findings, and with all fixes the build passes without findings', async () => {
    expect((await lines()).sort()).toEqual(rows.flatMap(([, , message]) => message.split('\n')).sort());
    const cwd = site();
    for (const [, wrong] of rows) writeFiles(cwd, wrong);
    for (const [, , , fix] of rows) writeFiles(cwd, fix);
    writeFiles(cwd, settings({ exclude: ['deep.html'], contentSecurityPolicy: `${policy}; frame-src https://video.example` }));
    expect(await found(cwd)).toEqual({ code: 0, found: [] });
  });
});
