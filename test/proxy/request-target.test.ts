import { describe, expect, it } from 'vitest';
import { normalPath, placeWithin, toPathReference } from '../../proxy/http/request-target.ts';

const long = `/${'a'.repeat(251)}`;

describe('a path in a problem names only a path of this site', () => {
  it.each([
    ['/about', '/about'],
    ['about', '/'],
    ['http://evil.example/a', '/'],
    ['//evil.example/a', '/evil.example/a'],
    ['/\\evil.example/a', '/evil.example/a'],
    ['/<script>', '/%3Cscript%3E'],
    ["/it's!(*)", '/it%27s%21%28%2A%29'],
    ['/%e2%82%ac', '/%E2%82%AC'],
    ['/%zz', '/%25zz'],
    // 256 characters, and one more; an escape that the limit cuts is left out.
    [`/${'a'.repeat(255)}`, `/${'a'.repeat(255)}`],
    [`/${'a'.repeat(256)}`, `/${'a'.repeat(255)}`],
    [`${long}%E2%82%AC`, `${long}%E2`],
    [`${long}a%E2%82%AC`, `${long}a%E2`.slice(0, 256)],
    [`${long}aa%E2`, `${long}aa`],
    [`${long}aaa%E2`, `${long}aaa`],
  ])('%s → %s', (target, reference) => {
    expect(toPathReference(target)).toBe(reference);
  });
});

describe('the canonical spelling of a path', () => {
  it.each([
    ['/about', '/about'],
    ['/%61bout', '/about'],
    ['/a%20b', '/a%20b'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a//b', undefined],
    ['/a/./b', undefined],
    ['/a/..', undefined],
    ['/a/.', undefined],
    ['/a/...', '/a/...'],
    ['/a/.b', '/a/.b'],
    ['/%zz', undefined],
    ['/%00', undefined],
  ])('%s → %s', (target, path) => {
    expect(normalPath(target)).toBe(path);
  });
});

it.each([
  ['', '/about', '/about', false],
  ['/docs', '/docs/about', '/about', false],
  ['/docs', '/docs', '', false],
  ['/docs', '/docsy', '/docsy', true],
  ['/docs', '/', '/', true],
  ['/docs', '*', '*', false],
])('below %j, %s is %j', (base, path, target, isOutside) => {
  expect(placeWithin(base, path)).toEqual({ target, isOutside });
});
