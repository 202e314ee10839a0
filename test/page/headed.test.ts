import { expect, it } from 'vitest';
import { headed } from '../../build/page/headed.ts';

it.each<[what: string, heading: string, body: string, title: string, expected: readonly [heading: string, body: string]]>([
  ['a heading with the title', '', '## A leek\n\nText.', 'A leek', ['A leek', 'Text.']],
  ['a heading with the title in other letters', '', '## a LEEK!\n\nText.', 'A leek', ['a LEEK!', 'Text.']],
  ['a heading with four letters of the title', '', '## Leek\n\nText.', 'Leek of the garden', ['Leek', 'Text.']],
  ['a heading with three letters of the title', '', '## Pea\n\nText.', 'Peas of the garden', ['', '## Pea\n\nText.']],
  ['a heading with other words', '', '## Kale\n\nText.', 'A leek', ['', '## Kale\n\nText.']],
  ['a heading that repeats the H1', 'A leek', '## A leek\n\nText.', 'Garden', ['A leek', 'Text.']],
  ['a heading that repeats a part of the H1', 'A leek', '## Leek\n\nText.', 'Garden', ['A leek', '## Leek\n\nText.']],
  ['a heading with the title below another H1', 'Garden', '## A leek\n\nText.', 'A leek', ['Garden', '## A leek\n\nText.']],
  ['a heading that is no first line', '', 'Text.\n\n## A leek', 'A leek', ['', 'Text.\n\n## A leek']],
])('%s', (_, heading, body, title, expected) => {
  const { heading: own, body: rest } = headed({ heading, body }, title);
  expect([own, rest]).toEqual(expected);
});

it('the places of sections move with the text, and a section of the heading itself is left out', () => {
  const sections = [
    { id: 'leek', at: 0 },
    { id: 'use', at: '## A leek\n\n'.length },
  ];
  expect(headed({ heading: '', body: '## A leek\n\n### Use', sections }, 'A leek').sections).toEqual([{ id: 'use', at: 0 }]);
  expect(headed({ heading: '', body: '## Kale\n\n### Use', sections }, 'A leek').sections).toEqual(sections);
});
