import { describe, expect, it } from 'vitest';
import { content, findingsOf, html, lineOf, linesOf, origin, rewrite, type Seed } from './seed.ts';

/** Findings about links, of both checks. */
const deadEnds = (seed: Seed): string[] => [...linesOf('dead-link', seed), ...linesOf('missing-anchor', seed)];

/** A page with one link, on line 11 of its HTML. */
const linking = (target: string): Seed => ({ pages: { 'a.html': content('Page a', `<a href="${target}">x</a>`) } });

describe('dead-link: a link to', () => {
  it.each<[target: string, message: string]>([
    ['/nope', 'link to /nope: nothing is published there'],
    ['nope', 'link to nope (/nope): nothing is published there'],
    ['../nope', 'link to ../nope (/nope): nothing is published there'],
    ['/nope?x=1#y', 'link to /nope?x=1#y: nothing is published there'],
    ['/b/nope.pdf', 'link to /b/nope.pdf: nothing is published there'],
    ['/no%70e', 'link to /no%70e: nothing is published there'],
    ['/%zz', 'link to /%zz: not a URL'],
    ['https://', 'link to https://: not a URL'],
    [`${origin}/nope`, `link to ${origin}/nope: nothing is published there`],
    ['//example.com/nope', 'link to //example.com/nope: nothing is published there'],
    ['/A', 'link to /A: nothing is published there'],
    ['/a//', 'link to /a//: nothing is published there'],
  ])('%s', (target, message) => {
    expect(linesOf('dead-link', linking(target))).toEqual([`error a.html:11 ${message}`]);
  });

  it.each<string>([
    '/b/',
    '/b',
    '/b.html',
    '/b/index.html',
    '/b/index',
    '/',
    '/index.html',
    'b/',
    './b/#%C3%BCber',
    '/b/#über',
    '#',
    '',
    '#top',
    '#TOP',
    '/b/#:~:text=x',
    '/b/#über:~:text=x',
    '#/route',
    '#!route',
    '?page=2',
    '/a.md',
    '/index.md',
    '/b.md#über',
    '/b/index.md',
    '/llms.txt',
    '/.well-known/openapi.json',
    '/api/v1/health',
    '/oauth/token',
    '/file%20name.pdf',
    '/file name.pdf',
    '/file name.pdf#page=2',
    '/old',
    '/old/',
    '/blog/2020/x',
    '/u/ann/posts',
    '/gone-elsewhere',
    'https://example.com',
    'https://example.com/b/?q#über',
    'HTTPS://EXAMPLE.COM/b/',
    'http://example.com/nope',
    'https://www.example.com/nope',
    'https://elsewhere.test/nope',
    '//elsewhere.test/nope',
    'mailto:ann@example.com',
    'tel:+4912345',
    'javascript:void(0)',
    'data:text/plain,x',
    'blob:https://example.com/1',
    'vscode:extension/x',
  ])('%s is no defect', (target) => {
    const seed = linking(target);
    const redirects = {
      '/old': '/b',
      '/old/': '/old',
      '/blog/*': '/b/:splat',
      '/u/:name/posts': '/b',
      '/gone-elsewhere': 'https://elsewhere.test/',
    };
    expect(deadEnds({ ...seed, files: ['file name.pdf'], redirects })).toEqual([]);
  });

  it('a redirect to a missing page', () => {
    expect(linesOf('dead-link', { ...linking('/old'), redirects: { '/old': '/nope' } })).toEqual([
      'error a.html:11 link to /old: nothing is published there',
    ]);
  });

  it('circular redirects', () => {
    expect(linesOf('dead-link', { ...linking('/x'), redirects: { '/x': '/y', '/y': '/x' } })).toHaveLength(1);
  });

  it.each<[what: string, target: string, files: readonly string[], expected: readonly string[]]>([
    ['itself', '/hidden', [], []],
    ['its twin, which it has not', '/hidden.md', [], ['error a.html:11 link to /hidden.md: nothing is published there']],
    ['a copied file where its twin would be', '/hidden.md#x', ['hidden.md'], []],
  ])('a noindex page: %s', (_, target, files, expected) => {
    const hidden = html('Hidden', content('Hidden'), '<meta name="robots" content="noindex">');
    expect(linesOf('dead-link', { pages: { ...linking(target).pages, 'hidden.html': hidden }, files })).toEqual(expected);
  });
});

describe('missing-anchor: a link to', () => {
  it.each<[target: string, message: string]>([
    ['/b/#uber', 'link to /b/#uber: no element of /b/ has the id "uber"'],
    ['/b/#%C3%BC', 'link to /b/#%C3%BC: no element of /b/ has the id "ü"'],
    ['#nope', 'link to #nope: no element of the page has the id "nope"'],
    ['?x=1#nope', 'link to ?x=1#nope: no element of /a has the id "nope"'],
    ['/b#nope', 'link to /b#nope: no element of /b/ has the id "nope"'],
    ['/b.md#nope', 'link to /b.md#nope: no element of /b/ has the id "nope"'],
  ])('%s', (target, message) => {
    expect(linesOf('missing-anchor', linking(target))).toEqual([`error a.html:11 ${message}`]);
    expect(linesOf('dead-link', linking(target))).toEqual([]);
  });
});

describe('dead-link: elsewhere in a page', () => {
  it.each<[what: string, main: string, expected: readonly string[]]>([
    [
      'a script',
      '<script src="/nope.js"></script>',
      ['error a.html:11 script, style or frame /nope.js: nothing is published there'],
    ],
    [
      'a frame',
      '<iframe src="nope.html"></iframe>',
      ['error a.html:11 script, style or frame nope.html (/nope.html): nothing is published there'],
    ],
    ['an area of a map', '<map><area href="/nope"></map>', ['error a.html:11 link to /nope: nothing is published there']],
    [
      'the same link twice',
      '<a href="/nope">x</a>\n<a href="/nope">y</a>',
      ['error a.html:11 link to /nope: nothing is published there'],
    ],
    ['an anchor by name', '<a name="here"></a><a href="#here">x</a>', []],
    ['a link in code', '<pre><code>&lt;a href="/nope"&gt;</code></pre>', []],
    ['a link in a template element', '<template><a href="/nope">x</a></template>', []],
    ['a link in a comment', '<!-- <a href="/nope">x</a> -->', []],
    ['a link in a script', '<script>const a = `<a href="/nope">x</a>`;</script>', []],
  ])('%s', (_, main, expected) => {
    expect(linesOf('dead-link', { pages: { 'a.html': content('Page a', main) } })).toEqual(expected);
  });

  it.each<[base: string, count: number]>([
    ['/b/', 0],
    ['b/', 0],
    ['/c/', 1],
  ])('a relative link resolves against the base %s', (base, count) => {
    const page = html('Page a', content('Page a', '<a href="sub.pdf">x</a>'), `<base href="${base}">`);
    expect(linesOf('dead-link', { pages: { 'a.html': page }, files: ['b/sub.pdf'] })).toHaveLength(count);
  });

  it('a fragment resolves against the base, too', () => {
    const page = html(
      'Page a',
      content('Page a', '<h2 id="part">x</h2><a href="#über">x</a><a href="#part">y</a>'),
      '<base href="/b/">',
    );
    expect(deadEnds({ pages: { 'a.html': page } })).toEqual([
      'error a.html:11 link to #part: no element of the page has the id "part"',
    ]);
  });

  it('the same relative link in another folder has another target', () => {
    const links = '<a href="x.pdf">x</a><a href="y.pdf">y</a><a href="?q#part">z</a>';
    const pages = { 'a.html': content('Page a', `<h2 id="part">x</h2>${links}`), 'b/index.html': content('Page b', links) };
    expect(deadEnds({ pages, files: ['x.pdf', 'b/y.pdf'] })).toEqual([
      'error a.html:11 link to y.pdf (/y.pdf): nothing is published there',
      'error b/index.html:11 link to x.pdf (/b/x.pdf): nothing is published there',
      'error b/index.html:11 link to ?q#part: no element of /b/ has the id "part"',
    ]);
  });

  it('relative links with a base on another host are external', () => {
    const page = html('Page a', content('Page a', '<a href="sub.pdf">x</a>'), '<base href="https://elsewhere.test/x/">');
    expect(linesOf('dead-link', { pages: { 'a.html': page } })).toEqual([]);
  });

  it.each<[file: string, text: string, count: number]>([
    ['404.html', html('Not found', content('Not found', '<a href="/nope">x</a>')), 1],
    ['hidden.html', html('Hidden', '<a href="/nope">x</a>', '<meta name="robots" content="noindex">'), 1],
    ['draft.html', html('Draft', '<a href="/nope">x</a>', '<meta name="diptych" content="draft">'), 0],
    ['api/excluded.html', html('Excluded', '<a href="/nope">x</a>'), 0],
    ['google123.html', 'google-site-verification: google123.html', 0],
  ])('in %s', (file, text, count) => {
    expect(linesOf('dead-link', { pages: { [file]: text }, settings: { exclude: ['api/**'] } })).toHaveLength(count);
  });

  it('suggests a similar target', () => {
    const fixOf = (target: string): string | undefined =>
      findingsOf(linking(target)).find(({ check }) => check === 'dead-link' || check === 'missing-anchor')?.fix;
    expect(fixOf('/bb/')).toBe('Did you mean /b/?');
    expect(fixOf('/b/#ubr')).toBe('Did you mean #über?');
    expect(fixOf('/something-else-altogether')).toBe('Correct the link, or publish what it names.');
  });
});

describe('dead-link: in Markdown and documents', () => {
  it.each<[text: string, message: string | undefined]>([
    [`[x](${origin}/nope)`, `link to ${origin}/nope: nothing is published there`],
    [`![x](${origin}/nope.png)`, `link to ${origin}/nope.png: nothing is published there`],
    [`Some text\nthat goes on: [x](${origin}/nope)`, `link to ${origin}/nope: nothing is published there`],
    [`<${origin}/nope>`, `link to ${origin}/nope: nothing is published there`],
    [`[x][1]\n\n[1]: ${origin}/nope "y"`, `link to ${origin}/nope: nothing is published there`],
    [`| a | b |\n| - | - |\n| 1 | [x](${origin}/nope) |`, `link to ${origin}/nope: nothing is published there`],
    [`<img src="${origin}/nope.png" alt="x">`, `link to ${origin}/nope.png: nothing is published there`],
    [`[x](${origin}/b.md#nope)`, `link to ${origin}/b.md#nope: no element of /b/ has the id "nope"`],
    ['[x](#nope)', undefined],
    [`[x](${origin}/b.md#über)`, undefined],
    [`[x](${origin}/llms.txt)`, undefined],
    [`\`[x](${origin}/nope)\``, undefined],
    [`\`\`\`md\n[x](${origin}/nope)\n\`\`\``, undefined],
    [`\`\`\`sh\ncurl ${origin}/nope\n\`\`\``, undefined],
    ['[x](https://elsewhere.test/nope)', undefined],
    ['[x](mailto:ann@example.com)', undefined],
  ])('an index with %j', (text, message) => {
    let line = 0;
    const artifacts = rewrite('llms.txt', (body) => {
      const whole = `${body}\n\n${text}\n`;
      line = whole.split('\n').findIndex((each) => each.includes('nope')) + 1;
      return whole;
    });
    const found = deadEnds({ artifacts });
    expect(found).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
    if (message !== undefined) expect(found[0]).toMatch(new RegExp(`^error llms\\.txt:${line} `));
  });

  it.each([true, false])('a twin has the links of its page, which are checked there (found: %s)', (isFound) => {
    expect(linesOf('dead-link', { bodies: { 'a.html': `[x](${origin}/nope)` }, isFound })).toEqual([]);
  });

  it('a dead link of several documents is one finding', () => {
    const add = (path: string) => rewrite(path, (body) => `${body}\n- [x](${origin}/nope.md): y\n`);
    expect(linesOf('dead-link', { artifacts: (all) => add('sitemap.md')(add('llms.txt')(all)) })).toEqual([
      expect.stringMatching(/^error llms\.txt:\d+ .* nothing is published there, and in 1 other file$/),
    ]);
  });

  it.each<[artifact: string, added: string, expected: string]>([
    ['llms.txt', `- [x](${origin}/nope.md): y\n`, `link to ${origin}/nope.md: nothing is published there`],
    ['sitemap.md', `- [x](${origin}/nope.md): y\n`, `link to ${origin}/nope.md: nothing is published there`],
    ['sitemap.xml', `<loc>${origin}/nope?a=1&amp;b=2</loc>`, `link to ${origin}/nope?a=1&b=2: nothing is published there`],
    ['robots.txt', `Sitemap: ${origin}/sitemaps.xml\n`, `link to ${origin}/sitemaps.xml: nothing is published there`],
    ['.well-known/api-catalog', `{"href": "${origin}/nope"}`, `link to ${origin}/nope: nothing is published there`],
    ['.well-known/oauth-protected-resource', `"${origin}/nope"`, `link to ${origin}/nope: nothing is published there`],
  ])('in %s: %s', (artifact, added, expected) => {
    const found = findingsOf({ artifacts: rewrite(artifact, (body) => body + added) }).filter(
      ({ check }) => check === 'dead-link',
    );
    expect(found.map(lineOf)).toEqual([expect.stringMatching(/^error /)]);
    expect(found[0]!.file).toBe(artifact);
    expect(found[0]!.message).toBe(expected);
    expect(found[0]!.line).toBeGreaterThan(1);
  });
});

describe('relative-link: a link in a twin to', () => {
  it.each<[target: string, count: number]>([
    ['/b/', 1],
    ['b.md', 1],
    ['../b.md', 1],
    ['//example.com/b', 1],
    ['?page=2', 1],
    [`${origin}/b.md`, 0],
    ['#part', 0],
    ['mailto:ann@example.com', 0],
    ['tel:+49', 0],
  ])('%s is found %d times', (target, count) => {
    const expected = Array.from({ length: count }, () => `error a.md:12 the link ${target} in a.md is relative`);
    expect(linesOf('relative-link', { bodies: { 'a.html': `[x](${target})` }, isFound: true })).toEqual(expected);
    expect(
      linesOf('relative-link', { bodies: { 'a.html': `\`[x](${target})\`\n\n~~~\n[x](${target})\n~~~` }, isFound: true }),
    ).toEqual([]);
  });

  it('in an index', () => {
    expect(linesOf('relative-link', { artifacts: rewrite('llms.txt', (body) => `${body}\n- [x](/a.md)\n`) })).toHaveLength(1);
  });
});

describe('missing-image', () => {
  it.each<[image: string, expected: readonly string[]]>([
    ['<img src="/nope.png" alt="x">', ['error a.html:11 image /nope.png: no such file is published']],
    ['<img src="nope.png" alt="x">', ['error a.html:11 image nope.png (/nope.png): no such file is published']],
    [`<img src="${origin}/nope.png" alt="x">`, [`error a.html:11 image ${origin}/nope.png: no such file is published`]],
    [
      '<img src="/yes.png" srcset="/yes.png 1x, /nope.png 2x" alt="x">',
      ['error a.html:11 image /nope.png: no such file is published'],
    ],
    [
      '<picture><source srcset="/nope.avif"><img src="/yes.png" alt="x"></picture>',
      ['error a.html:11 image /nope.avif: no such file is published'],
    ],
    ['<video poster="/nope.jpg"></video>', ['error a.html:11 image /nope.jpg: no such file is published']],
    ['<img src="/yes.png" alt="x">', []],
    ['<img src="/yes.png?v=2" alt="x">', []],
    ['<img src="/y%65s.png" alt="x">', []],
    ['<img src="data:image/png;base64,AAAA" alt="x">', []],
    ['<img src="https://elsewhere.test/nope.png" alt="x">', []],
    ['<img src="//elsewhere.test/nope.png" alt="x">', []],
    ['<img data-src="/nope.png" alt="x">', []],
    ['<img src="" alt="x">', []],
    ['<pre>&lt;img src="/nope.png"&gt;</pre>', []],
  ])('%s', (image, expected) => {
    expect(linesOf('missing-image', { pages: { 'a.html': content('Page a', image) }, files: ['yes.png'] })).toEqual(expected);
  });
});
