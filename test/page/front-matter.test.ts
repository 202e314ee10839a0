import { expect, it } from 'vitest';
import { firstLineAfter, frontMatterOf, headOf } from '../../build/page/front-matter.ts';

it.each<[template: string, block: string, head: string, line: number]>([
  ['# A\n', '', '', 1],
  ['---\ntitle: A\n---\n# A\n', 'title: A', '---\ntitle: A\n---', 4],
  ['---\ntitle: A\norder: 1\n---\n\n# A\n', 'title: A\norder: 1', '---\ntitle: A\norder: 1\n---', 5],
  ['---\n---\n# A\n', '', '---\n---', 3],
  ['\uFEFF---\ntitle: A\n---\n# A\n', 'title: A', '\uFEFF---\ntitle: A\n---', 4],
  ['----\ntitle: A\n----\n', '', '', 1],
  ['\n---\ntitle: A\n---\n', '', '', 1],
  ['---\ntitle: A\n', '', '---\ntitle: A\n', 1],
])('%j', (template, block, head, line) => {
  expect([frontMatterOf(template), headOf(template), firstLineAfter(template)]).toEqual([block, head, line]);
});
