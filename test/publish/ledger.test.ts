import { expect, it } from 'vitest';
import { checkOutputs } from '../../build/publish/ledger.ts';

const composed = 'caf\u00e9.html';
const decomposed = 'cafe\u0301.html';

it.each<[first: string, second: string, fault: string | undefined]>([
  ['a.html', 'b.html', undefined],
  ['a/b.html', 'a/c.html', undefined],
  ['a.html', 'a.html', '1 and 2 both write "a.html"'],
  ['a.html', 'A.html', '1 writes "a.html" and 2 writes "A.html", which differ only in case'],
  [composed, decomposed, `1 writes "${composed}" and 2 writes "${decomposed}", which differ only in case`],
  [
    'a/b.html',
    'a',
    '1: its output "a/b.html" and another page or file need the same name, once for a file and once for a folder',
  ],
  ['a', 'a/b.html', '2: its output "a/b.html" and another page or file need the same name'],
  ['a', 'A/b/c.html', '2: its output "A/b/c.html" and another page or file need the same name'],
  ['a.html', '../b.html', '2: its output "../b.html" lies outside the output folder'],
  ['a.html', '/b.html', '2: its output "/b.html" lies outside the output folder'],
])('outputs %j and %j: %s', (first, second, fault) => {
  const check = (): void =>
    checkOutputs([
      { path: first, from: '1' },
      { path: second, from: '2' },
    ]);
  if (fault === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(fault);
});
