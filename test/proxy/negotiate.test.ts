import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningProxy, startProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';

let proxy: RunningProxy;
beforeAll(async () => {
  proxy = await startProxy({}, { rateLimitLimit: 100_000 });
});
afterAll(() => proxy.stop());

const types: Record<string, string> = {
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
};

/** RFC 9110 §12.5.1; in a tie, the type named first wins, and a wildcard names no type. The last column: the client that sends it, or the case. */
const table: [accept: string | undefined, variant: 'html' | 'markdown' | 'text' | 406, why: string][] = [
  [undefined, 'html', 'absent'],
  ['', 'html', 'empty'],
  ['*/*', 'html', 'ChatGPT, Perplexity, Gemini, curl'],
  ['text/*', 'html', 'server order'],
  ['text/markdown', 'markdown', 'named'],
  ['text/markdown, text/html', 'markdown', 'tie, named first'],
  ['text/html, text/markdown', 'html', 'tie, named first'],
  ['text/markdown, text/html;q=0.9, */*;q=0.8', 'markdown', 'a coding agent'],
  ['text/markdown, */*', 'markdown', 'named against a wildcard'],
  ['*/*, text/markdown', 'markdown', 'a wildcard names nothing'],
  ['text/markdown, text/html, */*', 'markdown', 'Claude Code, Copilot CLI'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown', 'Cursor'],
  ['text/html, */*', 'html', 'Codex'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', 'html', 'browsers'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html', 'Googlebot'],
  ['text/markdown;q=0.5, text/html;q=0.9', 'html', 'quality'],
  ['text/markdown;q=0.9, text/html;q=0.5', 'markdown', 'quality'],
  ['text/html;q=0, */*', 'markdown', 'HTML excluded, wildcard'],
  ['text/html;q=0, text/*', 'markdown', 'HTML excluded, wildcard'],
  ['text/markdown;q=0, */*', 'html', 'Markdown excluded'],
  ['text/*, text/html;q=0.5', 'html', 'a wildcard gives Markdown only where HTML is excluded'],
  ['text/markdown;q=0', 406, 'pure refusal'],
  ['application/json', 406, 'neither'],
  ['application/xhtml+xml, image/*', 406, 'neither'],
  ['text/html;q=0, text/markdown;q=0', 406, 'both excluded'],
  ['*/*;q=0', 406, 'everything excluded'],
  ['TEXT/Markdown', 'markdown', 'case'],
  ['text/markdown;Q=0.3, text/html;q=0.2', 'markdown', 'case of q'],
  ['text/markdown;charset=utf-8', 'markdown', 'a parameter that the type has'],
  ['text/markdown; charset="utf-8"; variant=GFM, text/html;q=0.9', 'markdown', 'parameters that the type has'],
  ['text/markdown;variant=GFM;q=0.1, text/html;q=0.2', 'html', 'parameter, then quality'],
  ['text/html;level=1', 'html', 'an unknown parameter'],
  ['text/plain, */*;q=0.1', 'html', 'text/plain is not Markdown'],
  ['text/plain', 'text', 'only text/plain, which Markdown is, too'],
  ['text/plain;q=0.1, text/html;q=0', 'text', 'only text/plain is left'],
  ['text/plain, text/html;q=0.1', 'html', 'a variant that is named by its own name goes before text/plain'],
  ['text/plain;q=0', 406, 'text/plain excluded'],
  ['text/x-markdown', 'markdown', 'the name before RFC 7763'],
  ['text/html;q=0.5, text/x-markdown', 'markdown', 'the name before RFC 7763'],
  ['text/markdown;q=abc, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=1.5, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=0.1234, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=1.000, text/html;q=0.999', 'markdown', 'three digits'],
  ['text/markdown;q=0.001', 'markdown', 'the lowest quality'],
  ['garbage', 'html', 'nothing that could be read'],
  [';;;,,,', 'html', 'nothing that could be read'],
  ['text/markdown;a="x,y;q=0", text/html;q=0.5', 'markdown', 'a comma in quotes'],
  ['text/markdown;a="unclosed', 'markdown', 'a quote that never closes'],
  ['text/html;q=0.5, text/markdown;a="\\', 'markdown', 'a quote that never closes, escaped to the end'],
  ['text/markdown;q=0.2, text/html;q=0.5, text/markdown;q=0.9', 'markdown', 'named twice: the heaviest counts'],
  ['text/html, text/markdown, text/html', 'markdown', 'named twice: the last counts'],
  ['*/*;level=1', 406, 'a parameter that neither variant has'],
  ['application/json, text/markdown', 'markdown', 'only one is ours'],
  [' text/markdown ; q=0.8 , text/html ; q=0.7', 'markdown', 'white space'],
  [`${'text/x, '.repeat(1000)}text/markdown`, 'html', 'longer than anyone reads'],
];

describe('a page answers', () => {
  test.each(table)('Accept: %s → %s (%s)', async (accept, variant) => {
    const answer = await proxy.get('/pricing', accept === undefined ? {} : { accept });
    checkInvariants(answer);
    expect(answer.status).toBe(variant === 406 ? 406 : 200);
    if (variant !== 406) expect(answer.headers['content-type']).toBe(types[variant]);
    expect(answer.headers.vary).toMatch(/\bAccept\b/);
  });

  test('two Accept fields are one list', async () => {
    const answer = await proxy.raw(
      'GET /pricing HTTP/1.1\r\nHost: a\r\nAccept: text/markdown\r\nAccept: text/html;q=0.5\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('Content-Type: text/markdown; charset=utf-8');
  });

  test('text/plain gets the twin, and no cache may use it as the page', async () => {
    const [plain, twin] = [await proxy.get('/pricing', { accept: 'text/plain' }), await proxy.get('/pricing.md')];
    expect(plain.text).toBe(twin.text);
    expect(plain.headers['cache-control']).toBe('private, no-cache');
    expect(plain.headers['content-location']).toBe('/pricing.md');
  });
});

describe('codings', () => {
  const rows: [accept: string | undefined, coding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0', undefined],
    ['deflate', undefined],
    ['GZIP', 'gzip'],
    ['gzip;q=abc', undefined],
  ];
  test.each(rows)('Accept-Encoding: %s → %s', async (accept, coding) => {
    const { headers, status } = await proxy.get('/pricing', accept === undefined ? {} : { 'accept-encoding': accept });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept, Accept-Encoding']);
  });

  test('variants of the same bytes have different ETags', async () => {
    const same = await startProxy({ files: { 'same.html': 'same', 'same.md': 'same' } });
    const [html, markdown] = [await same.get('/same'), await same.get('/same', { accept: 'text/markdown' })];
    expect(html.text).toBe(markdown.text);
    expect(html.headers.etag).not.toBe(markdown.headers.etag);
    await same.stop();
  });
});
