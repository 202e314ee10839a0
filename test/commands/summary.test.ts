import { expect, it } from 'vitest';
import { summaryText } from '../../build/commands/reporter.ts';

const summary = {
  pages: 2,
  artifacts: 3,
  bytes: 5_000,
  htmlBytes: 0,
  twinBytes: 0,
  htmlCharacters: 8_000,
  twinCharacters: 2_000,
  layouts: [],
  leftOut: [],
  unmeasured: [],
  kept: [],
  findings: [],
  times: { read: 10 },
  url: 'https://www.example.com',
};

it.each([
  [{}, 'Wrote dist in 1.50 s: 2 pages, 3 documents, 5 kB\n'],
  [{ pages: 1, artifacts: 1 }, '1 page, 1 document, 5 kB\n'],
  [{ bytes: 999_499 }, ', 999 kB\n'],
  [{ bytes: 1_000_000 }, ', 1.0 MB\n'],
  [{}, 'Markdown saves about 1,500 tokens (75 %); parity not measured\n'],
  [{ twinCharacters: 9_000 }, 'saves about 0 tokens (0 %)'],
  [{ htmlCharacters: 0 }, 'saves about 0 tokens (0 %)'],
  [{ parity: 1 }, 'parity of every page at least 100.0 %\n'],
  [{ parity: 0.9996 }, 'parity of every page at least 99.9 %\n'],
  [{ kept: ['robots.txt'] }, '  Kept existing files: robots.txt\n'],
  [{ url: 'http://localhost:8080' }, '  Warning: the site URL is http://localhost:8080, which is this machine'],
  [{}, '  read 0.01 s\n'],
])('the summary of a build with %j says %j', (facts, text) => {
  expect(summaryText({ ...summary, ...facts }, 'dist', 1_500)).toContain(text);
});
