import { expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

/* Mistakes in pages of a site from `diptych init`: the message names the location. */

type Files = Readonly<Record<string, string>>;

const home = (name: string, more: string): Files => ({
  [`site/${name}.md`]: `---\nlayout: home\nsection: ${name}\n${more}\n---\n# ${name}\n\nText.\n`,
});

it.each<[what: string, wrong: Files, message: RegExp]>([
  [
    'a missing illustration',
    home('drawn', 'hero:\n  illustration: art/no.svg'),
    /site\/drawn\.md:5: there is no SVG site\/art\/no\.svg/,
  ],
  [
    'a missing hero picture',
    home('shown', 'hero:\n  image: { src: /no.png, alt: It }'),
    /site\/shown\.md:5 {2}missing-image {2}image \/no\.png/,
  ],
  [
    'a missing icon, with those near it',
    home('signed', 'features:\n  - { icon: rockte, title: A, text: B }'),
    /site\/signed\.md:5: there is no icon "rockte"; near it are rocket, /,
  ],
  [
    'a tag in two spellings',
    { 'site/blog/third-post.md': '---\ndate: 2026-01-01\ntags: [posts, News]\n---\n# Third\n\nText.\n' },
    /site\/blog\/third-post\.md: the tags "news" and "News"/,
  ],
])('%s', async (_, wrong, message) => {
  const cwd = temporaryFolder();
  await runWarm(['init', '.'], { cwd });
  writeFiles(cwd, { ...wrong, 'site/_data/site.json': '{"url":"https://www.example.com","name":"X"}' });
  const { code, stdout, stderr } = await runWarm(['build'], { cwd });
  expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(message)]);
});
