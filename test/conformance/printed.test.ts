import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPolicy } from '../../build/contract/content-security-policy.ts';
import { ask, service } from './client.ts';

/** Answers printed in the documentation, compared with those of the service. */

const read = (page: string): string => readFileSync(`site/docs/${page}.md`, 'utf8');
const example = 'https://www.example.com';

/** The first block of a page that starts with a line, in a language. */
const block = (page: string, language: string, first: string): string =>
  new RegExp(`\`\`\`${language}\\n(${first}[\\s\\S]*?)\n\`\`\``).exec(read(page))![1]!;

/** Cells of the table below a header. */
const table = (page: string, header: string): string[][] =>
  read(page)
    .split(`${header}\n`)[1]!
    .split('\n\n')[0]!
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').slice(1, -1));

const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

describe('for-agents', () => {
  const redirects = table('for-agents', '| Request | Redirects to |');
  it.each(redirects.flatMap(([from, to]) => codes(from!).map((path) => [path, codes(to!)[0]!])))(
    '%s redirects to %s',
    async (path, to) => {
      const { status, headers } = await ask(service.url, path);
      expect([status, headers.get('location')]).toEqual([301, to]);
    },
  );

  it('prints the problem document of a misspelled path', async () => {
    const [head, body] = block('for-agents', 'http', 'HTTP/1.1 404').split('\n\n');
    const printed = JSON.parse(body!.replaceAll(example, service.url)) as { instance: string };
    const answer = await ask(service.url, printed.instance);
    expect(head).toBe(`HTTP/1.1 ${answer.status} ${answer.statusText}\nContent-Type: ${answer.headers.get('content-type')}`);
    expect(printed).toEqual(await answer.json());
  });
});

describe('how-it-works', () => {
  const panels: Record<string, string> = { HTML: 'text/html', Markdown: 'text/markdown', 406: 'application/problem+json' };
  const rows = table('how-it-works', '| A client sends | It gets |').flatMap(([sends, gets]) =>
    codes(sends!).map((accept) => [accept, /\w+/.exec(gets!)![0]] as const),
  );
  it.each(rows)('Accept: %s gets %s', async (accept, panel) => {
    const { headers } = await ask(service.url, '/about', { headers: { Accept: accept } });
    expect(headers.get('content-type')).toContain(panels[panel]);
  });
  it('has rows', () => expect(rows.length).toBeGreaterThan(5));
});

describe('twins', () => {
  it('prints the beginning of a twin', async () => {
    const twin = await (await ask(service.url, '/docs/quick-start.md')).text();
    const shapeOf = (text: string): string[] => {
      const [, front, index] = /^---\n([\s\S]*?)\n---\n\n# [^\n]+\n\n(> [^\n]+)/.exec(text)!;
      return [...front!.split('\n').map((line) => line.split(':', 1)[0]!), index!.replaceAll(service.url, example)];
    };
    expect(shapeOf(block('twins', 'md', '---'))).toEqual(shapeOf(twin));
  });
});

describe('content-security-policy', () => {
  it('prints the default', () => {
    expect(block('content-security-policy', 'http', '')).toBe(`Content-Security-Policy: ${openPolicy}`);
  });
});
