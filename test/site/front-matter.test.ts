import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frontMatter } from '../../build/page/front-matter.ts';

interface Parsed {
  findAll(type: unknown): any[];
}
const { parser, nodes } = createRequire(import.meta.url)('nunjucks') as {
  readonly parser: { parse(text: string, extensions: readonly unknown[], options: object): Parsed };
  readonly nodes: Readonly<Record<string, unknown>>;
};

/** Data of every page: Eleventy's, and what the starter's configuration adds. */
const given = new Set([
  ...['page', 'pagination', 'site', 'collections', 'content', 'loop', 'caller'],
  ...['navigation', 'surfaces', 'surfaceById', 'pageMetaName', 'previewDay'],
]);

/** The names that a layout reads and does not set: no filters, no tests, no keys of objects. */
function readBy(text: string): string[] {
  const ast = parser.parse(text, [], {});
  const others = [
    ...ast.findAll(nodes.Filter).map(({ name }) => name),
    ...ast.findAll(nodes.Is).map(({ right }) => right),
    ...ast.findAll(nodes.Pair).map(({ key }) => key),
  ];
  return ast.findAll(nodes.Symbol).flatMap((symbol) => (others.includes(symbol) ? [] : [symbol.value as string]));
}

it('every key that the starter’s layouts read from front matter is in the table', () => {
  const folder = 'site/_includes';
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.njk'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const set = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\{%-? *(?:set|for|macro|import|block) ([\w, ]+)/g)].flatMap(([, names]) => names!.split(/\W+/)),
    ),
  );
  const parameters = new Set(
    texts.flatMap((text) => [...text.matchAll(/macro \w+\(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/\W+/))),
  );
  const imported = new Set(
    texts.flatMap((text) => [...text.matchAll(/ import ([\w, ]+)/g)].flatMap(([, names]) => names!.split(/\W+/))),
  );
  const known = new Set<string>(frontMatter.map(({ name }) => name));
  const unknown = texts
    .flatMap(readBy)
    .filter((name) => ![given, set, parameters, imported, known].some((names) => names.has(name)));
  expect([...new Set(unknown)].sort()).toEqual([]);
});
