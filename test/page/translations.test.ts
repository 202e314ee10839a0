import { expect, it } from 'vitest';
import { directionOf } from '../../build/page/translations.ts';

it.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', ''],
  ['en', ''],
  ['zh-Hans', ''],
  ['not a tag', ''],
])('the direction of %s is %j', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
