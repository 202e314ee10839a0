import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ServedCheck, servedChecks } from '../../build/check-rows.ts';
import type { Manifest } from '../../build/contract/manifest.ts';
import { pageAliasesOf, pagesAmong, pageUrlOf, twinUrlOf as twinUrlAmong, urlOfFile } from '../../build/contract/permalinks.ts';
import { problemPathOf, problemTypes } from '../../build/contract/problem-types.ts';
import { parseRedirects } from '../../build/contract/redirects.ts';
import { questionOf } from '../../build/contract/search/question.ts';
import { isLocalUrl } from '../../build/contract/site-url.ts';
import { cachePolicies, methodsOf, surfaceList, surfaces, surfacesOf, tokensField } from '../../build/contract/surfaces.ts';
import { type Answer, send } from '../proxy/fixtures/client.ts';
import { runWarm } from '../support/cli.ts';
import { twinAliasesOf } from '../support/twin-aliases.ts';
import { type CapabilityId, capabilities } from './unsupported.ts';

/** A deployment of a built folder, and the capabilities that it lacks. */
export interface Target {
  readonly name: string;
  /** URL of the server, without a trailing slash. */
  readonly base: string;
  /** The built folder. */
  readonly dist: string;
  /** Capabilities that are not tested. */
  readonly unsupported: readonly CapabilityId[];
  /** The capabilities to test; default: all. */
  readonly only?: readonly CapabilityId[] | undefined;
}

/**
 * What depends on the URL and the names of a site. Tested where another test has all capabilities of the same server, with a site
 * of usual names.
 */
export const dependentOnNames: readonly CapabilityId[] = ['checks', 'notAcceptable', 'vary', 'links', 'moved', 'health'];

const html = surfaces.getPage.mediaType;
const markdown = surfaces.getPageMarkdown.mediaType;
const plain = 'text/plain; charset=utf-8';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const agent = 'text/markdown, text/html;q=0.9, */*;q=0.8';

/** Accept, and the media type of the answer. */
const accepts: readonly [accept: string | undefined, sent: string | 406][] = [
  [undefined, html],
  ['*/*', html],
  ['text/*', html],
  [browser, html],
  [agent, markdown],
  ['text/markdown', markdown],
  ['TEXT/Markdown', markdown],
  ['text/x-markdown', markdown],
  ['text/plain', plain],
  ['application/json, text/plain;q=0.5', plain],
  ['text/plain, text/html;q=0.5', html],
  ['text/markdown;charset=utf-8', markdown],
  ['text/markdown;variant=GFM;q=0.9', markdown],
  ['text/markdown, */*', markdown],
  ['text/markdown;q=0.5, */*;q=0.8', html],
  ['text/markdown;q=0.8, text/html;q=0.5', markdown],
  ['text/markdown;q=0.5, text/html;q=0.8', html],
  ['text/html, text/markdown', html],
  ['text/markdown, text/html', markdown],
  ['text/markdown;q=0.501, text/html;q=0.5', markdown],
  ['text/markdown;q=0, */*', html],
  ['text/html;q=0, */*', markdown],
  ['text/html;q=0, text/*;q=0.1', markdown],
  ['text/plain;a="x, text/markdown;q=1", text/html;q=0.1', html],
  [' text/markdown ; q=0.8 , text/html ; q=0.7', markdown],
  ['application/json, text/markdown;q=0.1', markdown],
  ['garbage', html],
  ['', html],
  ['application/json', 406],
  ['text/html;q=0, text/markdown;q=0', 406],
  ['*/*;q=0', 406],
  ['text/plain;q=0', 406],
];

/** What a host must keep for the checks of answers to find nothing. */
const asks: Readonly<Record<string, readonly CapabilityId[]>> = {
  'static-host': ['negotiation'],
  negotiation: ['documents', 'mediaTypes', 'negotiation', 'vary'],
  'rate-limit': ['quota', 'counting'],
  'not-found': ['problems'],
  announced: ['documents'],
};

/** Defines the tests of all capabilities that a target supports. */
export function describeCapabilities({ name, base, dist, unsupported, only }: Target): void {
  const read = (file: string): string => readFileSync(join(dist, file), 'utf8');
  const manifest = JSON.parse(read('.well-known/diptych.json')) as Pick<Manifest, 'files' | 'missingTwins' | 'site'>;
  const files = new Set(Object.keys(manifest.files));
  const { site } = manifest;
  const { url, htmlUrls } = site;
  /** The base path of the site. */
  const below = new URL(url).pathname.replace(/\/$/, '');
  const pages = [...files]
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => pageUrlOf(file, htmlUrls));
  const isPage = pagesAmong(files, htmlUrls);
  const twinUrlOf = (page: string): string => twinUrlAmong(page, isPage);
  const twinned = pages.filter((page) => files.has(decodeURIComponent(twinUrlOf(page).slice(1))));
  const documents = surfaceList.filter(
    ({ kind, path }) => kind === 'artifact' && !path.includes('{') && files.has(decodeURIComponent(path.slice(1))),
  );
  const parts = Object.fromEntries(
    Object.entries(manifest.files).flatMap(([file, { part }]) => (part ? [[urlOfFile(file), part]] : [])),
  );
  const partUrls = Object.keys(parts);
  const live = surfaceList.filter(({ kind }) => kind === 'live');
  const stubs = surfacesOf({ agentRegistration: site.agentRegistration === true }).filter(({ kind }) => kind === 'stub');
  const sample = twinned.find((page) => page !== '/' && !page.endsWith('/'))!;
  const redirects = files.has('_redirects') ? [...parseRedirects(read('_redirects'))] : [];
  const asset = [...files].find((file) => file.endsWith('.css'));
  const { path: llmsTxt } = surfaces.getLlmsTxt;
  /** The most specific llms.txt: of the innermost folder with one. */
  const indexOver = (page: string): string => {
    const folders = [...page.matchAll(/\//g)].map(({ index }) => page.slice(0, index));
    return folders.findLast((folder) => files.has((folder + llmsTxt).slice(1)))! + llmsTxt;
  };
  const fileOf = (page: string): string =>
    (htmlUrls && !page.endsWith('/') ? [page] : [`${page}.html`, `${page}index.html`, `${page}.htm`])
      .map((each) => decodeURIComponent(each.slice(1)))
      .find((each) => files.has(each))!;
  /** The canonical URL that the page declares. */
  const canonicalOf = (page: string): string =>
    /<link rel="canonical" href="([^"]+)"/.exec(read(fileOf(page)))?.[1] ?? url + page;
  /** A missing path, if the target answers it itself. */
  const missingPaths = unsupported.includes('problems') ? [] : ['/nope'];
  const absent = ['/nope', '/nope.md', '/.well-known/nope', '/nope/nope/', '/llms.txt/nope', '/LLMS.TXT', '/llms.txt/'];

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    send(base, below + path, headers, method);

  function expectProblem({ status, headers, text }: Answer, id: keyof typeof problemTypes, instance?: string): any {
    expect([status, headers['content-type']]).toEqual([problemTypes[id].status, 'application/problem+json']);
    expect(headers['cache-control']).toBe('no-store');
    const problem = JSON.parse(text);
    expect(Object.keys(problem).sort()).toEqual(['detail', 'hint', 'instance', 'status', 'title', 'type']);
    expect(problem).toMatchObject({ type: url + problemPathOf(id), title: problemTypes[id].title, status });
    for (const member of ['detail', 'instance', 'hint']) expect(problem[member]).toMatch(/\S/);
    if (instance !== undefined) expect(problem.instance).toBe(below + instance);
    return problem;
  }

  /** Members of a list field; empty ones are ignored (RFC 9110 §5.6.1). */
  const membersOf = (value = ''): string[] =>
    value
      .split(',')
      .map((member) => member.trim())
      .filter(Boolean);
  /** A reference to a path, to the requested host or to the host of the site; no other. */
  const pathOf = (reference = ''): string => {
    const host = [base, new URL(url).origin].find((origin) => reference.startsWith(`${origin}/`)) ?? '';
    return reference.slice(host.length);
  };

  const capability = (id: CapabilityId, tests: () => void): void => {
    if (only === undefined || only.includes(id)) describe.skipIf(unsupported.includes(id))(`${name}: ${capabilities[id]}`, tests);
  };
  /** Runs a test for many paths, some at a time; for a large site an even sample of 1,000. */
  const each = async (all: readonly string[], test: (path: string) => Promise<void>): Promise<void> => {
    const paths = all.filter((_, at) => all.length <= 1_000 || at % Math.ceil(all.length / 1_000) === 0);
    expect(paths.length).toBeGreaterThan(0);
    for (let at = 0; at < paths.length; at += 20) await Promise.all(paths.slice(at, at + 20).map(test));
  };

  capability('checks', () => {
    const supportedChecks = (Object.keys(servedChecks) as ServedCheck[]).filter(
      (name) => !asks[name]?.some((id) => unsupported.includes(id)),
    );
    let found: Promise<readonly { readonly check: string }[]> | undefined;
    const audit = async (): Promise<readonly { readonly check: string }[]> => {
      const { stdout } = await runWarm(['check', base + below, '--url', url, '--format', 'json'], { cwd: '.' });
      return (JSON.parse(stdout) as { findings: { check: string }[] }).findings;
    };
    it.each(supportedChecks)('%s', async (check) => {
      found ??= audit();
      expect((await found).filter((finding) => finding.check === check)).toEqual([]);
    });
  });

  capability('documents', () => {
    it('every page, equal to its file', () =>
      each(pages, async (path) => {
        const got = await ask(path);
        expect([path, got.status, got.text]).toEqual([path, 200, read(fileOf(path))]);
      }));
    it('every twin at its own URL, for every Accept', () =>
      each(twinned.map(twinUrlOf), async (path) => {
        const got = await ask(path, { accept: 'application/json' });
        expect([path, got.status, got.text]).toEqual([path, 200, read(decodeURIComponent(path.slice(1)))]);
      }));
    it.each(documents.map(({ path }) => path))('GET and HEAD %s', async (path) => {
      const got = await ask(path);
      expect([got.status, got.text]).toEqual([200, read(path.slice(1))]);
      const head = await ask(path, {}, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
      for (const field of ['content-type', 'etag', 'cache-control', 'link', 'content-length', 'vary'])
        expect([field, head.headers[field]]).toEqual([field, got.headers[field]]);
    });
    it('a query changes nothing', async () => {
      expect((await ask(`${sample}?a=b`)).text).toBe((await ask(sample)).text);
    });
  });

  capability('mediaTypes', () => {
    it.each(documents.map(({ path, mediaType }) => [path, mediaType] as const))('%s is %s', async (path, mediaType) => {
      expect((await ask(path)).headers['content-type']).toBe(mediaType);
    });
    it('pages and twins', async () => {
      await each(pages, async (path) => expect((await ask(path)).headers['content-type']).toBe(html));
      await each(twinned, async (path) => expect((await ask(twinUrlOf(path))).headers['content-type']).toBe(markdown));
    });
    it.runIf(asset)('a style sheet', async () => {
      expect((await ask(urlOfFile(asset!))).headers['content-type']).toBe('text/css; charset=utf-8');
    });
  });

  capability('negotiation', () => {
    it.each(accepts.filter(([, sent]) => sent !== 406))('Accept: %s → %s', async (accept, sent) => {
      const { status, headers, text } = await ask(sample, accept === undefined ? {} : { accept });
      expect([status, headers['content-type']]).toEqual([200, sent]);
      expect(text === (await ask(twinUrlOf(sample))).text).toBe(sent !== html);
    });
  });

  capability('notAcceptable', () => {
    it.each(accepts.filter(([, sent]) => sent === 406))('Accept: %s → %s', async (accept) => {
      const got = await ask(sample, { accept: accept! });
      expect(expectProblem(got, 'notAcceptable', sample).hint).toMatch(/\S/);
      expect(got.headers.vary).toMatch(/\bAccept\b/);
    });
    it('names both variants', async () => {
      expect((await ask(sample, { accept: 'application/json' })).headers.link).toBe(
        `<${below}${sample}>; rel="alternate"; type="text/html", <${below}${twinUrlOf(sample)}>; rel="alternate"; type="text/markdown"`,
      );
    });
  });

  capability('vary', () => {
    it.each(['/', sample])('%s has Vary, and the URL of the sent variant', async (path) => {
      for (const [accept, place] of [
        [browser, path],
        [agent, twinUrlOf(path)],
      ] as const) {
        const { headers } = await ask(path, { accept });
        expect(headers.vary).toMatch(/(?:^|, )Accept(?:,|$)/);
        expect(headers['content-location']).toBe(below + place);
      }
    });
    it('a twin at its own URL does not depend on Accept', async () => {
      expect((await ask(twinUrlOf(sample))).headers.vary ?? '').not.toMatch(/(?:^|, ?)Accept(?:,|$)/i);
    });
  });

  capability('validators', () => {
    it.each([sample, twinUrlOf(sample), surfaces.getLlmsTxt.path, surfaces.getOpenApi.path, surfaces.getApiCatalog.path])(
      '%s is not sent again',
      async (path) => {
        for (const accept of [browser, agent]) {
          const { headers } = await ask(path, { accept });
          expect(headers.etag).toMatch(/^"[^"]+"$/);
          for (const tags of [headers.etag!, `W/${headers.etag}`, `"a", ${headers.etag}`, '*']) {
            const again = await ask(path, { accept, 'if-none-match': tags });
            expect([tags, again.status, again.text, again.headers.etag]).toEqual([tags, 304, '', headers.etag]);
            for (const field of ['cache-control', 'content-location', 'vary'])
              expect([field, again.headers[field]]).toEqual([field, headers[field]]);
          }
          expect((await ask(path, { accept, 'if-none-match': '"x"' })).status).toBe(200);
        }
      },
    );
    it('the tag of one variant does not match the other', async () => {
      const tags = [];
      for (const accept of [browser, agent]) tags.push((await ask(sample, { accept })).headers.etag!);
      expect(tags[0]).not.toBe(tags[1]);
      expect((await ask(sample, { accept: agent, 'if-none-match': tags[0]! })).status).toBe(200);
      expect((await ask(sample, { accept: browser, 'if-none-match': tags[1]! })).status).toBe(200);
    });
    it('a date does not select a variant', async () => {
      const date = new Date(Date.now() + 86_400_000).toUTCString();
      expect((await ask(sample, { accept: agent, 'if-modified-since': date })).status).toBe(200);
    });
  });

  capability('codings', () => {
    const codings = [
      ['br', 'br', '.br'],
      ['gzip, deflate, br, zstd', 'br', '.br'],
      ['gzip', 'gzip', '.gz'],
      ['gzip, deflate', 'gzip', '.gz'],
      ['br;q=0, gzip', 'gzip', '.gz'],
      ['br;q=0, gzip;q=0', undefined, ''],
      ['identity', undefined, ''],
    ] as const;
    it.each(codings)('Accept-Encoding: %s → %s', async (accepted, coding, suffix) => {
      const paths: readonly [path: string, file: string, accept: string][] = [
        [sample, fileOf(sample), browser],
        [sample, twinUrlOf(sample).slice(1), agent],
        [twinUrlOf(sample), twinUrlOf(sample).slice(1), browser],
        ...documents.map(({ path }): [string, string, string] => [path, path.slice(1), browser]),
      ];
      const compressed = paths.filter(([, file]) => files.has(`${file}.br`));
      expect(compressed.length).toBeGreaterThan(3);
      for (const [path, file, accept] of compressed) {
        const got = await ask(path, { accept, 'accept-encoding': accepted });
        expect([path, got.status, got.headers['content-encoding']]).toEqual([path, 200, coding]);
        expect(got.body.equals(readFileSync(join(dist, file + suffix)))).toBe(true);
        expect(got.headers.vary).toMatch(/Accept-Encoding/);
        expect(got.headers['content-type']).toBe((await ask(path, { accept })).headers['content-type']);
      }
    });
    it('each coding of each variant has its own tag', async () => {
      const tags = new Set<string>();
      for (const accept of [browser, agent])
        for (const coding of ['identity', 'br', 'gzip'])
          tags.add((await ask(sample, { accept, 'accept-encoding': coding })).headers.etag!);
      expect(tags.size).toBe(6);
    });
  });

  capability('ranges', () => {
    it('one range of a variant', async () => {
      const whole = await ask(sample, { accept: agent });
      const part = await ask(sample, { accept: agent, range: 'bytes=3-12' });
      expect([part.status, part.headers['content-range'], part.text]).toEqual([
        206,
        `bytes 3-12/${whole.body.length}`,
        whole.body.subarray(3, 13).toString(),
      ]);
      expect(part.headers['content-type']).toBe(markdown);
    });
    it('If-Range: a range only of exactly this representation, else the whole', async () => {
      const { etag } = (await ask(sample, { accept: agent })).headers;
      expect((await ask(sample, { accept: agent, range: 'bytes=0-1', 'if-range': etag! })).status).toBe(206);
      expect((await ask(sample, { accept: browser, range: 'bytes=0-1', 'if-range': etag! })).status).toBe(200);
    });
  });

  capability('links', () => {
    it('every page links to its twin, its canonical URL, the index and the service', () =>
      each(twinned, async (path) => {
        const { link } = (await ask(path)).headers;
        for (const one of [
          `<${canonicalOf(path)}>; rel="canonical"`,
          `<${below}${twinUrlOf(path)}>; rel="alternate"; type="text/markdown"`,
          `<${below}${indexOver(path)}>; rel="describedby"; type="text/plain"`,
          `<${below}${surfaces.getApiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
          `<${below}${surfaces.getOpenApi.path}>; rel="service-desc"; type="application/json"`,
        ])
          expect(link).toContain(one);
      }));
    it('a page of an older version, its twin and its parts link to the page of the current one', async () => {
      const older = pages.filter((page) => canonicalOf(page) !== url + page);
      expect(older.length).toBeGreaterThan(0);
      for (const path of older.flatMap((page) => [
        page,
        twinUrlOf(page),
        ...partUrls.filter((part) => parts[part]!.page === page),
      ]))
        expect((await ask(path)).headers.link).not.toMatch(/<[^>]*\/v1\/[^>]*>; rel="canonical"/);
    });
    it('every twin links to its page', () =>
      each(twinned, async (path) => {
        for (const { headers } of [await ask(twinUrlOf(path)), await ask(path, { accept: agent })]) {
          expect(headers.link).toContain(
            `<${canonicalOf(path)}>; rel="canonical", <${below}${path}>; rel="alternate"; type="text/html"`,
          );
          expect(headers.link).toContain(`<${below}${indexOver(path)}>; rel="describedby"`);
          expect(headers.link).not.toContain('text/markdown');
        }
      }));
    it.each([surfaces.getLlmsTxt.path, surfaces.getOpenApi.path, ...(asset ? [urlOfFile(asset)] : [])])(
      '%s has no twin and names none',
      async (path) => expect((await ask(path)).headers.link ?? '').not.toContain('alternate'),
    );
    it.runIf(partUrls.length > 0)('every part links to its page and its twin', () =>
      each(partUrls, async (path) => {
        const { page } = parts[path]!;
        const { link } = (await ask(path)).headers;
        for (const one of [`<${canonicalOf(page)}`, `<${below}${page}`, '; rel="up"; type="text/markdown"'])
          expect(link).toContain(one);
      }),
    );
    it('a page without twin', async () => {
      for (const path of pages.filter((page) => !twinned.includes(page))) {
        const { headers } = await ask(path, { accept: 'text/markdown' });
        expect([path, headers['content-type']]).toEqual([path, html]);
        expect(headers.link).not.toContain('text/markdown');
      }
    });
  });

  capability('neighbours', () => {
    it.runIf(partUrls.length > 0)('every part', () =>
      each(partUrls, async (path) => {
        const { page, fragment, up, previous, next } = parts[path]!;
        const anchor = fragment && `#${encodeURIComponent(fragment)}`;
        const { link } = (await ask(path)).headers;
        expect(link).toContain(
          `<${canonicalOf(page)}${anchor}>; rel="canonical", <${below}${page}${anchor}>; rel="alternate"; type="text/html", <${below}${up}>; rel="up"`,
        );
        for (const [target, relation] of [
          [previous, 'prev'],
          [next, 'next'],
        ] as const)
          if (target) expect(link).toContain(`<${below}${target}>; rel="${relation}"; type="text/markdown"`);
          else expect(link).not.toContain(`rel="${relation}"`);
      }),
    );
  });

  capability('tokens', () => {
    it.each([sample])('%s', async (path) => {
      for (const { headers } of [await ask(path, { accept: agent }), await ask(twinUrlOf(path))])
        expect(headers[tokensField.toLowerCase()]).toMatch(/^\d+$/);
      expect((await ask(path)).headers[tokensField.toLowerCase()]).toBeUndefined();
    });
  });

  capability('caching', () => {
    const rows: [path: string, accept: string, policy: keyof typeof cachePolicies][] = [
      [sample, browser, 'page'],
      [sample, agent, 'negotiated'],
      [twinUrlOf(sample), agent, 'document'],
      ...documents.map(({ path }): [string, string, 'document'] => [path, browser, 'document']),
      ...(asset ? [[urlOfFile(asset), browser, 'asset'] as [string, string, 'asset']] : []),
      ...missingPaths.flatMap((path): [string, string, 'none'][] => [
        [path, browser, 'none'],
        [path, agent, 'none'],
      ]),
    ];
    it.each(rows)('%s for Accept: %s is %s', async (path, accept, policy) => {
      expect((await ask(path, { accept })).headers['cache-control']).toBe(cachePolicies[policy]);
    });
    const { getLlmsFullTxt, getSitemapMd, getLlmsTxt, getOpenApi } = surfaces;
    const repetitions = [getLlmsFullTxt, getSitemapMd].map(({ path }) => path);
    it.each<[path: string, value: string | undefined]>([
      ...[...repetitions, ...partUrls.slice(0, 1)].map((path): [string, string] => [path, 'noindex']),
      ...[sample, twinUrlOf(sample), getLlmsTxt.path, getOpenApi.path].map((path): [string, undefined] => [path, undefined]),
    ])('X-Robots-Tag of %s is %s', async (path, value) => {
      expect((await ask(path, { accept: agent })).headers['x-robots-tag']).toBe(value);
    });
  });

  capability('security', () => {
    it.each([sample, twinUrlOf(sample), surfaces.getOpenApi.path, ...missingPaths, ...(asset ? [urlOfFile(asset)] : [])])(
      '%s',
      async (path) => {
        for (const accept of [browser, agent]) {
          const { headers } = await ask(path, { accept });
          expect(headers).toMatchObject({
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'strict-origin-when-cross-origin',
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
          });
          expect(headers['access-control-expose-headers']).toMatch(/ETag/);
          const policy =
            headers['content-type'] === html ? /frame-ancestors '(?:self|none)'/ : /^default-src 'none'; frame-ancestors 'none'$/;
          if (!asset || path !== urlOfFile(asset)) expect(headers['content-security-policy']).toMatch(policy);
          expect(headers['permissions-policy'] !== undefined).toBe(headers['content-type'] === html);
          expect(headers['strict-transport-security']).toBe(url.startsWith('https:') ? 'max-age=31536000' : undefined);
        }
      },
    );
  });

  capability('problems', () => {
    it.each(absent)('%s is 404', async (path) => {
      const got = await ask(path);
      expectProblem(got, 'notFound', path);
      expect(got.headers.vary).toMatch(/\bAccept\b/);
      expect(got.headers.link).toContain(`<${url}${surfaces.getLlmsTxt.path}>; rel="describedby"`);
      expect(got.headers.link).toContain(`<${url}${surfaces.getSitemapMd.path}>; rel="index"`);
    });
    it.each(Object.keys(problemTypes) as (keyof typeof problemTypes)[])(
      'the type of problem %s resolves to its place in a document',
      async (id) => {
        const [path, slug] = problemPathOf(id).split('#') as [string, string];
        expect((await ask(path)).text).toMatch(new RegExp(`^#+ ${slug}$`, 'm'));
      },
    );
    it.each(['/"><script>', "/'%22", '/a"b', '/${nope}', '/$uri', '/{http.request.uri}', '/%25{REQUEST_URI}', '/%3Cb%3E', '/é'])(
      'the path %s in the problem stays quoted',
      async (path) => {
        const { status, headers, text } = await ask(Buffer.from(path).toString('latin1'));
        expect([400, 404]).toContain(status);
        expect(headers['content-type']).toBe('application/problem+json');
        expect(Object.keys(JSON.parse(text)).length).toBe(6);
        expect(JSON.parse(text).instance).toMatch(/^\/[\w.~!$&'()*+,;=:@%/-]*$/);
      },
    );
  });

  capability('notFoundPage', () => {
    it.each<[accept: string, isPage: boolean]>([
      [browser, true],
      ['text/html', true],
      ['*/*', false],
      ['application/json', false],
      [agent, false],
    ])('a 404 for Accept: %s', async (accept, isPage) => {
      const got = await ask('/nope', { accept });
      expect([got.status, got.headers['content-type']]).toEqual([404, isPage ? html : 'application/problem+json']);
      expect(got.headers.vary).toMatch(/\bAccept\b/);
      if (isPage) expect(got.text).toBe(read('404.html'));
      expect(got.headers.link ?? '').not.toContain('alternate');
    });
  });

  const searchIndex = [...files].find((file) => /^search-.*\.bin$/.test(file));
  const searchUrl = (question: string): string => `${surfaces.search.path}?${new URLSearchParams({ q: question })}`;

  capability('nearest', () => {
    it('a missing letter', async () => {
      const wrong = sample.replace(/.(\.html)?$/, '$1');
      const search =
        searchIndex && !unsupported.includes('search')
          ? ` Search: ${url}${searchUrl(questionOf(wrong.replace(/\.\w+$/, '')))}`
          : '';
      expect(JSON.parse((await ask(wrong)).text).hint).toBe(`Did you mean ${url}${sample}?${search}`);
    });
  });

  capability('search', () => {
    it.skipIf(searchIndex === undefined)('a page is among the first three results for the words of its title', async () => {
      const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(read(fileOf(sample)))![1]!.replace(/<[^>]*>/g, ' ');
      const { status, headers, text } = await ask(searchUrl(title.trim().split(/\s+/).slice(0, 16).join(' ')));
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      const { results } = JSON.parse(text) as { results: { url: string }[] };
      expect(results.slice(0, 3).map((result) => result.url.split('#')[0])).toContain(url + sample);
    });
  });

  capability('missingTwins', () => {
    const lone = Object.entries(manifest.missingTwins ?? {}).map(([page, why]) => [twinUrlOf(page), page, why] as const);
    it.each(lone.flatMap(([twin, page, why]) => [twin, ...twinAliasesOf(page)].map((path) => [path, page, why] as const)))(
      '%s: %s has none, because %s',
      async (path, page, why) => {
        const got = await ask(path);
        expectProblem(got, 'notFound');
        expect(JSON.parse(got.text).detail).toBe(`${url}${page} has no Markdown: ${why}.`);
      },
    );
    it('no other path', async () => expect(JSON.parse((await ask('/nope.md')).text).detail).not.toContain('has no Markdown'));
  });

  capability('malformed', () => {
    it.each([
      '/%zz',
      '/%',
      '/%00',
      '/%ff',
      '//evil.example',
      '/a//b',
      '/../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/x/./y',
      '/docs%2fx',
      '/a%5cb',
    ])('%s', async (path) => {
      const got = await ask(path);
      expectProblem(got, got.status === 404 ? 'notFound' : 'invalidRequest');
    });
  });

  capability('preconditions', () => {
    it('If-Match: another tag', async () => {
      const { etag } = (await ask(sample)).headers;
      expect((await ask(sample, { 'if-match': etag! })).status).toBe(200);
      expectProblem(await ask(sample, { 'if-match': '"x"' }), 'preconditionFailed', sample);
    });
  });

  capability('unsatisfiable', () => {
    it('a range beyond the end', async () => {
      const got = await ask(sample, { range: 'bytes=99999999-' });
      expectProblem(got, 'rangeNotSatisfiable', sample);
    });
  });

  capability('methods', () => {
    const assets = asset && !unsupported.includes('assetMethods') ? [urlOfFile(asset)] : [];
    const paths = ['/', sample, twinUrlOf(sample), ...documents.map(({ path }) => path), ...assets];
    const answered = [...(unsupported.includes('health') ? [] : live), ...(unsupported.includes('stubs') ? [] : stubs)].map(
      ({ path }) => path,
    );
    it.each([...new Set([...paths, ...answered])])('OPTIONS %s, and methods that it does not support', async (path) => {
      const allow = surfaceList.some((surface) => surface.path === path) ? methodsOf(path) : ['GET', 'HEAD', 'OPTIONS'];
      const options = await ask(path, {}, 'OPTIONS');
      expect([options.status, options.text, membersOf(options.headers.allow)]).toEqual([204, '', allow]);
      expect(options.headers['access-control-allow-methods']).toBeUndefined();
      const preflight = await ask(path, { origin: 'https://other.test', 'access-control-request-method': 'GET' }, 'OPTIONS');
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allow.join(', '),
      });
      expect(Number(preflight.headers['access-control-max-age'])).toBeGreaterThan(0);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allow.includes(each))) {
        const got = await ask(path, {}, method);
        expectProblem(got, 'methodNotAllowed', path);
        expect([method, membersOf(got.headers.allow)]).toEqual([method, allow]);
      }
    });
    it.runIf(missingPaths.length > 0)('POST to a missing path', async () =>
      expectProblem(await ask('/nope', {}, 'POST'), 'notFound', '/nope'),
    );
  });

  capability('unknownMethods', () => {
    it.each(['PROPFIND', 'PURGE', 'MKCOL'])('%s', async (method) => {
      for (const path of [sample, '/nope', '/oauth/token']) expectProblem(await ask(path, {}, method), 'notImplemented', path);
    });
  });

  capability('stubs', () => {
    it.runIf(stubs.length === 0)('none is announced, and none exists', async () => {
      expect((await ask('/oauth/token', {}, 'POST')).status).toBe(404);
    });
    it.each(stubs.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
      const got = await ask(path, {}, method);
      const { hint } = expectProblem(got, 'notImplemented', path);
      if (files.has('auth.md')) expect(hint).toContain(`${url}/auth.md`);
      expect(got.headers['www-authenticate']).toBeUndefined();
      expect(got.headers['retry-after']).toBeUndefined();
    });
  });

  capability('health', () => {
    it.each(live.map(({ path }) => path))('%s', async (path) => {
      const { status, headers, text } = await ask(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/json', 'no-store']);
      expect(JSON.parse(text)).toEqual({ status: 'ok', service: JSON.parse(read('.well-known/openapi.json')).info.title });
      expect(headers.link).toContain('rel="status"');
      expect((await ask(path, {}, 'HEAD')).status).toBe(200);
    });
  });

  capability('aliases', () => {
    const some = [
      '/',
      ...pages.filter((page) => page.endsWith('/')).slice(0, 3),
      `/twice${htmlUrls ? '.html' : ''}`,
      '/twice/',
      sample,
    ];
    const published = new Set([...pages, ...pages.map(twinUrlOf)]);
    // If two pages have the same alias, it belongs to the page whose file has that name.
    const isOther = (alias: string, page: string): boolean =>
      page.startsWith('/twice') && /\/(?:index.*|\.md)$/.test(alias) !== page.endsWith('/');
    const rows = some
      .flatMap((page) => [
        ...pageAliasesOf(page).map((alias) => [alias, page] as const),
        ...(twinned.includes(page) ? twinAliasesOf(page).map((alias) => [alias, twinUrlOf(page)] as const) : []),
      ])
      .filter(([alias, target]) => !isOther(alias, target.replace('index.md', '')));
    it.each(rows.filter(([alias]) => !published.has(alias)))('%s → %s', async (alias, target) => {
      const got = await ask(`${alias}?a=b`, { accept: agent });
      expect([got.status, pathOf(got.headers.location)]).toEqual([301, `${below}${target}?a=b`]);
      expect(got.headers['cache-control']).toBe(cachePolicies.document);
    });
    it.runIf(below !== '')('the base path without a slash', async () => {
      const got = await ask('');
      expect([got.status, pathOf(got.headers.location)]).toEqual([301, `${below}/`]);
    });
    it('/openapi.json', async () => {
      const got = await ask('/openapi.json');
      expect([got.status, pathOf(got.headers.location)]).toEqual([308, below + surfaces.getOpenApi.path]);
    });
    it('a path that becomes an alias only when decoded is 404, or redirects to the page', async () => {
      for (const path of [`${sample}%2ehtml`, `${sample}.htm%6c`, `${sample}%2ehtml%2emd`]) {
        const got = await ask(path, { accept: browser });
        const target = below + (path.endsWith('md') ? twinUrlOf(sample) : sample);
        expect([path, got.status, pathOf(got.headers.location)]).toEqual(
          got.status === 404 ? [path, 404, ''] : [path, 301, target],
        );
      }
    });
    // A local site has no host name.
    it.skipIf(isLocalUrl(url))('never redirects to a host named by the client', async () => {
      const { headers } = await ask(`${sample}.html`, { host: 'evil.example' });
      expect(headers.location ?? '').not.toContain('evil.example');
    });
    const none = ['/404', '/404.html', '/404/', `${sample}.md.md`, `${sample}.md/`];
    it.each([...none, ...missingPaths.flatMap((path) => [`${path}/index.html`, `${path}.html`])])(
      '%s is not an alias',
      async (path) => expect((await ask(path)).status).toBe(404),
    );
  });

  capability('moved', () => {
    it.runIf(redirects.length > 0)('every old path', () =>
      each(redirects.map(([from]) => from).slice(0, 500), async (from) => {
        const { status, location, query = '?a=b', fragment = '' } = redirects.find(([path]) => path === from)![1];
        const got = await ask(`${from}?a=b`);
        expect([from, got.status, pathOf(got.headers.location)]).toEqual([from, status, below + location + query + fragment]);
      }),
    );
  });

  capability('hidden', () => {
    const sidecar = [...files].find((file) => file.endsWith('.html.gz'));
    it.each([
      '/.diptych.json',
      '/_redirects',
      '/_headers',
      '/.git/config',
      ...(sidecar ? [`/${sidecar}`, `/${sidecar.replace(/gz$/, 'br')}`] : []),
    ])('%s', async (path) => {
      for (const accept of [browser, agent]) expect((await ask(path, { accept })).status).toBe(404);
    });
  });

  capability('deprecations', () => {
    const { deprecations } = site;
    it('deprecated paths declare it, others do not', async () => {
      for (const { path, sunset } of deprecations) {
        const { headers } = await ask(path);
        expect([path, headers.sunset]).toEqual([path, new Date(sunset).toUTCString()]);
        expect(headers.deprecation).toMatch(/^@\d+$/);
      }
      for (const path of ['/', surfaces.getLlmsTxt.path].filter((each) => !deprecations.some((row: any) => row.path === each))) {
        const { headers } = await ask(path);
        expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
      }
    });
  });

  capability('quota', () => {
    const { limit, window } = site.rateLimit;
    it.each(['/', sample, twinUrlOf(sample), ...missingPaths, surfaces.getLlmsTxt.path, surfaces.getHealth.path])(
      '%s',
      async (path) => {
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const { headers } = await ask(path, {}, method);
          expect([headers['ratelimit-limit'], headers['ratelimit-policy']]).toEqual([`${limit}`, `${limit};w=${window}`]);
        }
      },
    );
  });

  capability('counting', () => {
    it.each([sample, '/nope', surfaces.getLlmsTxt.path])('%s', async (path) => {
      const { headers } = await ask(path);
      expect(headers['ratelimit-remaining']).toMatch(/^\d+$/);
      expect(Number(headers['ratelimit-remaining'])).toBeLessThanOrEqual(Number(headers['ratelimit-limit']));
      expect(headers['ratelimit-reset']).toMatch(/^\d+$/);
    });
  });
}
