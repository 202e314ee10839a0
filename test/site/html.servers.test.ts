import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { renderPages } from './starter-pages.ts';

interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly url?: string;
  readonly lastLine?: number;
  readonly message: string;
}

/** What the Nu HTML checker says of HTML files. */
function checkHtml(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-html-'));
  try {
    for (const [file, html] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), html);
    }
    const report = execFileSync(
      'java',
      ['-jar', 'node_modules/vnu-jar/build/dist/vnu.jar', '--format', 'json', '--stdout', '--exit-zero-always', folder],
      { encoding: 'utf8' },
    );
    const { messages } = JSON.parse(report) as { messages: Message[] };
    return messages.map(
      ({ type, url = '', lastLine, message }) =>
        `${url.slice(url.indexOf(folder) + folder.length + 1)}:${lastLine} ${type}: ${message}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('the Nu HTML checker has nothing to say of any page', async () => {
  const pages = await renderPages();
  expect(checkHtml(Object.fromEntries([...pages.values()].map(({ outputPath, content }) => [outputPath, content])))).toEqual([]);
});

it('the checker does look: a duplicate id is found', () => {
  const html = '<!doctype html><html lang="en"><title>T</title><p id="a">1<p id="a">2</html>';
  expect(checkHtml({ 'a.html': html })).toContainEqual(expect.stringContaining('error: Duplicate ID'));
});
