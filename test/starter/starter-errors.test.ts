import { expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

/* Mistakes in pages of a site from `diptych init`: the message names the location, and with the fix the build passes. */

type Files = Readonly<Record<string, string>>;

const page = (name: string, front: string, text: string): Files => ({
  [`site/${name}.md`]: `---\n${front}\n---\n# ${name}\n\n${text}\n`,
});
const home = (name: string, more: string): Files => page(name, `layout: home\nsection: ${name}\n${more}`, 'Text.');
const post = (tags: string): Files => ({
  'site/blog/third-post.md': `---\ndate: 2026-01-01\ntags: ${tags}\n---\n# Third\n\nText.\n`,
});

const rows: readonly (readonly [what: string, wrong: Files, message: RegExp, right: Files])[] = [
  [
    'a missing illustration',
    home('drawn', 'hero:\n  illustration: art/no.svg'),
    /site\/drawn\.md:5: there is no SVG site\/art\/no\.svg/,
    { ...home('drawn', 'hero:\n  illustration: art/yes.svg'), 'site/art/yes.svg': '<svg viewBox="0 0 4 4"></svg>' },
  ],
  [
    'a missing hero picture',
    home('shown', 'hero:\n  image: { src: /no.png, alt: It }'),
    /site\/shown\.md:5 {2}missing-image {2}image \/no\.png/,
    home('shown', 'hero:\n  image: { src: /favicon.svg, alt: It }'),
  ],
  [
    'an invalid formula',
    page('formula', 'section: Formula', 'It is $\\frac{1$.'),
    /site\/formula\.md:6: formula /,
    page('formula', 'section: Formula', 'It is $\\frac{1}{2}$.'),
  ],
  [
    'a missing icon, with those near it',
    home('signed', 'features:\n  - { icon: rockte, title: A, text: B }'),
    /site\/signed\.md:5: there is no icon "rockte"; near it are rocket, /,
    home('signed', 'features:\n  - { icon: rocket, title: A, text: B }'),
  ],
  [
    'a tag in two spellings',
    post('[posts, News]'),
    /site\/blog\/third-post\.md: the tags "news" and "News"/,
    post('[posts, news]'),
  ],
];

const start = async (): Promise<string> => {
  const cwd = temporaryFolder();
  await runWarm(['init', '.'], { cwd });
  writeFiles(cwd, {
    'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'X', markdown: { math: true } }),
  });
  return cwd;
};

it.each(rows)('%s', async (_, wrong, message) => {
  const cwd = await start();
  writeFiles(cwd, wrong);
  const { code, stdout, stderr } = await runWarm(['build'], { cwd });
  expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(message)]);
});

it('with all fixes the build passes; optional keys of plans and questions may be missing', async () => {
  const cwd = await start();
  for (const [, , , right] of rows) writeFiles(cwd, right);
  writeFiles(cwd, home('lean', 'pricing: { plans: [{ name: A, price: 1 }] }\nquestions: { items: [{ question: B }] }'));
  expect(await runWarm(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});
