import { expect, it } from 'vitest';
import { type ContentSetting, contentFault, contentFor, contentReach } from '../../build/page/content-setting.ts';
import type { SitePage } from '../../build/page/page.ts';
import { createPage } from '../support/create-page.ts';

/** Pages by file, and whether the selector names something on each; undefined: it was not converted. */
const pagesOf = (named: Readonly<Record<string, boolean | undefined>>): SitePage[] =>
  Object.entries(named).map(([file, isNamed]) =>
    createPage('https://example.com', `/${file.replace(/\.html$/, '')}`, {
      ...(isNamed !== undefined && { root: 'main' }),
      ...(isNamed === false && { isUnnamed: true }),
    }),
  );

it.each<[file: string, selector: string | undefined]>([
  ['news/a.html', '.news'],
  ['a.html', 'main'],
])('the first glob that matches %s has its selector', (file, selector) => {
  expect(contentFor({ 'news/**': '.news', '*.html': 'main' }, file)).toBe(selector);
  expect(contentFor('main', file)).toBe('main');
});

it('a fault names the glob of the selector', () => {
  expect(contentFault({ '**': 'main' })).toBeUndefined();
  expect(contentFault('a[[')).toMatch(/^"a\[\[" is not a CSS selector/);
  expect(contentFault({ 'news/**': 'a[[' })).toMatch(/^of "news\/\*\*", "a\[\[" is not a CSS selector/);
});

it.each<[what: string, content: ContentSetting, named: Record<string, boolean | undefined>, line: string | undefined]>([
  ['all pages', 'main', { 'a.html': true, 'b.html': true }, undefined],
  [
    'some pages',
    'main',
    { 'a.html': true, 'b.html': false },
    '--content "main": names nothing on 1 of 2 pages, such as b.html; ',
  ],
  ['all but an excluded page', 'main', { 'a.html': true, 'b.html': undefined }, undefined],
  [
    'by a glob without a page',
    { '**': 'main', 'no/**': 'p' },
    { 'a.html': true },
    '--content "no/**=p": the glob matches no page; ',
  ],
  [
    'by a glob whose pages another has',
    { '**': 'main', 'a*': 'p' },
    { 'a.html': true, 'b.html': true },
    '--content "a*=p": an earlier glob has all its pages, such as a.html; name it first',
  ],
])('a selector that names something on %s', (_, content, named, line) => {
  expect(contentReach(content, pagesOf(named))).toEqual(line && expect.stringContaining(line));
});

it.each<[what: string, content: ContentSetting, named: Record<string, boolean>, message: string]>([
  ['no page', 'main', { 'a.html': false, 'b.html': false }, '--content "main": names nothing on any of 2 pages; expected'],
  ['the only page', 'main', { 'a.html': false }, '--content "main": names nothing on the only page; expected'],
  ['no page of its glob', { 'a*': 'p', '**': 'main' }, { 'a.html': false, 'b.html': true }, '--content "a*=p": names nothing'],
])('a selector that names nothing on %s is an error', (_, content, named, message) => {
  expect(() => contentReach(content, pagesOf(named))).toThrow(message);
});

it('no glob with a page is an error', () => {
  expect(() => contentReach({ 'no/**': 'main' }, pagesOf({ 'a.html': true }))).toThrow(
    '--content "no/**=main": the glob matches no page; globs name files of the folder, such as a.html',
  );
});
