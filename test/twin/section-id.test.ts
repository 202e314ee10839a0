import { expect, it } from 'vitest';
import { readSectionMarks } from '../../build/twin/section-id.ts';

const mark = (id: string): string => `\u0081#${id}\u008D`;

it.each<[what: string, marked: string, text: string, sections: readonly (readonly [id: string, at: number])[]]>([
  ['none', 'Text.', 'Text.', []],
  ['a heading on the first line', `# ${mark('a')}A`, '# A', [['a', 0]]],
  [
    'headings and items',
    `Text.\n\n## ${mark('a')}A\n\n- ${mark('b')}B`,
    'Text.\n\n## A\n\n- B',
    [
      ['a', 7],
      ['b', 13],
    ],
  ],
  ['a mark within a line', `Text ${mark('a')}more.`, 'Text more.', []],
])('the sections of Markdown with marks: %s', (_, marked, text, sections) => {
  expect(readSectionMarks(marked)).toEqual({ text, sections: sections.map(([id, at]) => ({ id, at })) });
});
