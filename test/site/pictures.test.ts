import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canDraw } from '../../build/starter/pictures/card.ts';
import { readTree, runWarm, writeFiles } from '../support/cli.ts';

/** A new site with images, built once for all rows. */
const folder = mkdtempSync(join(tmpdir(), 'diptych-pictures-'));
const kept = join(folder, 'node_modules/.cache/diptych/pictures');
const build = () => runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });

/** An image of waves, which no format compresses to almost nothing. */
function waves(width: number, height: number): ReturnType<typeof sharp> {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    return 128 + 60 * Math.sin(x / 17 + (at % 3)) + 60 * Math.cos((y * x) / 900);
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG with an animation chunk after its header. */
const animated = (png: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), Buffer.from('\0\0\0\0acTL\0\0\0\0'), png.subarray(33)]);

const titled = (title: string, front = ''): string => `---\n${front}---\n# ${title}\n\nA page about ${title}.\n`;
const shared: Readonly<Record<string, string>> = {
  'site/share/de.md': titled('Größe & “Maß”'),
  'site/share/long.md': titled(`${'A title of many words that goes on and on '.repeat(6)}`),
  'site/share/ja.md': titled('日本語の題名', 'language: ja\n'),
  'site/share/de-ar.md': `---\ndescription: Das Wort عنوان auf Deutsch.\n---\n# Deutsch\n\nText.\n`,
  'site/share/ar.md': titled('عنوان', 'language: ar\n'),
  'site/share/own.md': titled('Own', 'image: ../docs/bed.png\nimageAlt: A bed\n'),
  'site/share/remote.md': titled('Remote', 'image: https://cdn.example.net/a.png\n'),
  'site/share/hidden.md': titled('Hidden', 'noindex: true\n'),
};

let tree: Record<string, string>;
let stdout: string;

beforeAll(async () => {
  expect((await runWarm(['init', '.'], { cwd: folder })).code).toBe(0);
  const bed = await waves(900, 600).png().toBuffer();
  writeFiles(folder, {
    ...shared,
    'site/docs/bed.png': bed,
    'site/docs/a bed.jpg': await waves(500, 300).jpeg().toBuffer(),
    'site/docs/moves.png': animated(bed),
    'site/docs/broken.jpg': 'no picture',
    'site/docs/secret.png': bed,
    'site/blog/bed.jpg': await waves(500, 300).jpeg().toBuffer(),
    'site/_public/images/turned.jpg': await waves(500, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'site/_public/images/small.jpg': await waves(50, 30).jpeg({ quality: 3 }).toBuffer(),
    'site/_public/images/line.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h9"/></svg>',
    'site/_public/images/site.png': await waves(40, 20).png().toBuffer(),
    'site/docs/pictures.md': [
      '# Pictures\n\nText.',
      '![A bed](bed.png)',
      '![With a space](<a bed.jpg> "Caption")',
      '![Turned](/images/turned.jpg)',
      '![As editors write it](../_public/images/small.jpg)',
      '![Line](/images/line.svg)',
      '![Moves](moves.png)',
      '![Broken](broken.jpg)',
      '![Elsewhere](https://example.net/a.png)',
      '![](bed.png)',
      '<img src="/docs/bed.png" alt="By hand" width="300" loading="eager">',
      '<img src="/docs/bed.png" srcset="/docs/bed.png 2x" alt="Own sizes">',
      '<picture><source srcset="/images/turned.jpg" media="print"><img src="/docs/bed.png" alt="Own picture"></picture>',
      '```html\n<img src="/docs/bed.png" alt="Code">\n```',
    ].join('\n\n'),
    'site/docs/draft.md': '---\ndraft: true\n---\n# Draft\n\n![Secret](secret.png)\n',
    'site/blog/third-post.md':
      '---\ntitle: The third post\ndate: 2026-03-01\n---\n# The third post\n\nWith a picture.\n\n![Post](bed.jpg)\n',
  });
  const file = join(folder, 'site/_data/site.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, name: 'Garden', image: { path: '/images/site.png', alt: 'The site' } }));
  const built = await build();
  expect([built.code, built.stderr]).toEqual([0, '']);
  stdout = built.stdout;
  tree = readTree(join(folder, 'dist'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documentOf = (path: string): Document =>
  parseHTML(readFileSync(join(folder, 'dist', path), 'utf8')).document as unknown as Document;
const image = (alt: string): Element => documentOf('docs/pictures.html').querySelector(`main img[alt="${alt}"]`)!;

describe('pictures of pages', () => {
  it.each<[alt: string, attributes: string, widths: readonly number[], formats?: readonly string[]]>([
    ['A bed', '/docs/bed.png 900×600 undefined undefined high', [480, 900]],
    ['With a space', '/docs/a%20bed.jpg 500×300 lazy async undefined', [500]],
    ['Turned', '/images/turned.jpg 300×500 lazy async undefined', [300]],
    ['By hand', '/docs/bed.png 300×200 eager async undefined', [480, 900]],
    // AVIF would be larger than the original file.
    ['As editors write it', '/images/small.jpg 50×30 lazy async undefined', [50], ['image/webp']],
    ['Line', '/images/line.svg 40×20 lazy async undefined', []],
    ['Moves', '/docs/moves.png 900×600 lazy async undefined', []],
    ['Broken', '/docs/broken.jpg undefined×undefined lazy async undefined', []],
    ['Elsewhere', 'https://example.net/a.png undefined×undefined undefined undefined undefined', []],
    ['Own sizes', '/docs/bed.png undefined×undefined undefined undefined undefined', []],
  ])('%s: %s, in the widths %j', (alt, attributes, widths, formats = ['image/avif', 'image/webp']) => {
    const found = image(alt);
    const names = ['src', 'width', 'height', 'loading', 'decoding', 'fetchpriority'];
    const [src, width, height, ...when] = names.map((name) => found.getAttribute(name) ?? undefined);
    expect(`${src} ${width}×${height} ${when.map(String).join(' ')}`).toBe(attributes);
    const sources = [...(found.closest('picture')?.querySelectorAll('source') ?? [])];
    expect(sources.map((source) => source.getAttribute('type'))).toEqual(widths.length > 0 ? formats : []);
    for (const source of sources) {
      const candidates = source
        .getAttribute('srcset')!
        .split(', ')
        .map((each) => each.split(' '));
      expect(candidates.map(([, width]) => width)).toEqual(widths.map((width) => `${width}w`));
      for (const [path] of candidates) expect(tree).toHaveProperty([path!.slice(1)]);
    }
  });

  it('published images have the declared format and size', async () => {
    const [source] = image('Turned').closest('picture')!.querySelectorAll('source');
    const [path] = source!.getAttribute('srcset')!.split(' ');
    const { format, width, height } = await sharp(join(folder, 'dist', path!)).metadata();
    expect({ format, width, height }).toEqual({ format: 'heif', width: 300, height: 500 });
  });

  it('a picture element of the author, and code, are not changed', () => {
    expect(tree['docs/pictures.html']).toContain(
      '<picture><source srcset="/images/turned.jpg" media="print"><img src="/docs/bed.png" alt="Own picture"></picture>',
    );
    expect(documentOf('docs/pictures.html').querySelector('pre')!.textContent).toBe('<img src="/docs/bed.png" alt="Code">\n');
  });

  it('the twin links to the original files', () => {
    const pictures = tree['docs/pictures.md']!.match(/!\[[^\]]*\]\([^)]*\)/g)!.slice(0, 4);
    expect(pictures).toEqual([
      '![A bed](https://www.example.com/docs/bed.png)',
      '![With a space](https://www.example.com/docs/a%20bed.jpg)',
      '![Turned](https://www.example.com/images/turned.jpg)',
      '![As editors write it](https://www.example.com/images/small.jpg)',
    ]);
    expect(tree['docs/pictures.md']).toContain('![By hand](https://www.example.com/docs/bed.png)');
  });

  it('empty brackets are a finding, with file and line', () => {
    expect(stdout.match(/^(?:error|warning) .*?(?=\s+Fix:)/gm)).toEqual([
      expect.stringMatching(/^warning {2}site\/docs\/pictures\.md:\d+ {2}blocked-by-policy/),
      'warning  site/docs/pictures.md:21  image-alt  image ![](bed.png) has no alternative text',
    ]);
  });

  it('a feed has the absolute URL of the image of a post', () => {
    expect(tree['feed.xml']).toContain('&lt;img src=&quot;https://www.example.com/blog/bed.jpg&quot;');
  });

  it('the image of a draft is not published', () => {
    expect(Object.keys(tree).filter((path) => path.includes('secret'))).toEqual([]);
  });
});

describe('images for shared links', () => {
  const card = (name: string, alt: string) => [`https://www.example.com/share/${name}.png`, '1200', '630', alt];
  const ofSite = ['https://www.example.com/images/site.png', '40', '20', 'The site'];

  it.each<[page: string, picture: readonly (string | null)[]]>([
    ['index', card('index', 'Your product · Garden')],
    ['docs/pictures', card('docs/pictures', 'Pictures · Garden')],
    ['share/de', card('share/de', 'Größe & “Maß” · Garden')],
    ['share/de-ar', card('share/de-ar', 'Deutsch · Garden')],
    ['share/ja', ofSite],
    ['share/ar', ofSite],
    ['share/hidden', ofSite],
    ['share/own', ['https://www.example.com/docs/bed.png', '900', '600', 'A bed']],
    ['share/remote', ['https://cdn.example.net/a.png', null, null, null]],
  ])('%s: %j', (page, picture) => {
    const document = documentOf(`${page}.html`);
    const meta = (name: string) => document.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? null;
    expect(['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map(meta)).toEqual(picture);
    expect(document.querySelector('meta[name="twitter:card"]')!.getAttribute('content')).toBe('summary_large_image');
    const { image } = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent!)['@graph'][0];
    expect(image).toBe(picture[0]);
  });

  it.each([
    ['Título', true],
    ['Ελληνικά 2.5 (ένα)', true],
    ['العالم', false],
    ['الإصدار 2.5 من Diptych', false],
    ['עולם', false],
    ['Hebrew: שלום (12)', false],
  ])('%s, in a font that has its letters: %j', (title, isDrawn) => {
    const font = { covers: () => true, widthOf: () => 1, draw: () => '' };
    expect(canDraw({ title, siteName: 'Garden' }, { head: font, text: font })).toBe(isDrawn);
    expect(canDraw({ title: 'Garden', siteName: title }, { head: font, text: font })).toBe(isDrawn);
  });

  it.each(['index', 'share/de', 'share/long'])('%s: in the colours of the site, with text inside a margin', async (page) => {
    const { data, info } = await sharp(join(folder, 'dist/share', `${page}.png`))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const at = (x: number, y: number): string => data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3).toString('hex');
    expect([at(5, 300), at(60, 300), at(1199, 629)]).toEqual(['7d5c14', 'fdfcf9', 'fdfcf9']);
    const columns: number[] = [];
    for (let pixel = 0; pixel < 1200 * 630; pixel++)
      if (data[pixel * 3] === 0x20 && data[pixel * 3 + 1] === 0x1e && data[pixel * 3 + 2] === 0x1a) columns.push(pixel % 1200);
    expect(columns.length).toBeGreaterThan(1_000);
    expect(columns.reduce((a, b) => Math.min(a, b))).toBeGreaterThanOrEqual(90);
    expect(columns.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(1200 - 90);
  });
});

it('a second build writes the same bytes, without generating cached images again', async () => {
  const avif = /\/pictures\/([^ ]+)/.exec(image('A bed').closest('picture')!.innerHTML)![1]!;
  const drawn = readdirSync(kept).filter((name) => !/-\d+\.\w+$/.test(name));
  // The image of /share/de and one size are generated again; the others come from the cache.
  const german = drawn.find((name) => readFileSync(join(kept, name), 'latin1') === tree['share/share/de.png'])!;
  const home = drawn.find((name) => readFileSync(join(kept, name), 'latin1') === tree['share/index.png'])!;
  for (const name of [german, avif]) rmSync(join(kept, name));
  writeFileSync(join(kept, home), 'kept');
  expect((await build()).code).toBe(0);
  const again = readTree(join(folder, 'dist'));
  expect(again['share/index.png']).toBe('kept');
  const pictures = Object.keys(tree).filter((path) => /^(?:share|pictures)\//.test(path) && path !== 'share/index.png');
  expect(pictures.filter((path) => again[path] !== tree[path])).toEqual([]);
  expect(statSync(join(kept, avif)).size).toBeGreaterThan(0);
});
