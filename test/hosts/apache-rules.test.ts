import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../build/hosts/template.ts';

/* The rules of Apache pass over others by their number: each must lead to the paragraph that its comment names. */

const lines = readTemplate('apache/rules.conf').split('\n');
const rules = lines.flatMap((line, at) => (line.startsWith('RewriteRule') ? [at] : []));
const isComment = (at: number): boolean => lines[at]!.startsWith('#') && !lines[at]!.startsWith('# @@');

describe('rules that pass over others', () => {
  const skips = rules.flatMap((at) => {
    const count = Number(/S=(\d+)\]/.exec(lines[at]!)?.[1] ?? 0);
    return count > 2 ? [{ at, count }] : [];
  });
  it.each(skips)('line $at: S=$count', ({ at, count }) => {
    const target = rules[rules.indexOf(at) + count + 1]!;
    const first = lines.findLastIndex((_, line) => line < target && isComment(line));
    expect(rules.find((rule) => rule > first)).toBe(target);
    const comment = lines.findLast((line, row) => row < at && isComment(row) && line.includes('on to '))!;
    const named = [...comment.matchAll(/on to ([A-Z][a-z ]+[a-z])/g)].map(([, name]) => name!);
    expect(named.some((name) => lines[first]!.startsWith(`# ${name}`))).toBe(true);
  });
  it('none passes over a table, whose length is not known', () => {
    for (const { at, count } of skips) {
      const target = rules[rules.indexOf(at) + count + 1]!;
      const paragraph = lines.findLastIndex((_, line) => line < target && isComment(line));
      expect(lines.slice(at, paragraph).filter((line) => line.startsWith('# @@'))).toEqual([]);
    }
  });
});
