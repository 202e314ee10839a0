import { setTimeout as pause } from 'node:timers/promises';
import { manifestFile } from '../../../build/contract/manifest.ts';
import { artifactAt, mediaTypeOf, roleOf, unknownType } from '../../../build/contract/media-types.ts';
import { urlOfFile } from '../../../build/contract/permalinks.ts';
import { isPublic, isPublished } from '../../../build/contract/published-files.ts';
import { readSiteFacts } from '../../../build/contract/site-facts.ts';
import { pathWithin } from '../../../build/contract/site-url.ts';
import { heldContent } from '../content.ts';
import { siteOf } from '../nearest.ts';
import type { Origin, OriginOptions, RemoteContent, Resource, Role } from '../origin.ts';
import { documentOf, notFoundOf, pageOf } from '../resource.ts';
import { createTable } from '../table.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createCachingMemory } from './caching.ts';
import { createUpstreamClient, type UpstreamClient } from './client.ts';
import { createUpstreamContent } from './content.ts';
import { createDescriptionReader, type Description } from './description.ts';

/** Milliseconds after which a request for an unlisted path refreshes the list, so that new pages are live that soon. */
const MISS = 1_000;

/**
 * A static host with a built site. Its manifest lists the files, or its openapi.json the pages and twins: both are refreshed
 * now and then, when requests come. Unless the manifest lists every file, unlisted paths pass through: images, redirects of the
 * host, pages without twin.
 *
 * @throws {UserError} one line, if the URL is not one of a static host
 */
export function createUpstream(options: OriginOptions & { readonly origin: string }): Origin {
  const { log, originRefresh } = options;
  const client = watched(createUpstreamClient(options.origin, options));
  const read = createDescriptionReader(client);
  const cache = options.memory && options.originCache !== 0 ? createAnswerCache(options) : undefined;
  const createContent = createUpstreamContent({ client, caching: createCachingMemory(isPage), cache, pathOf, isPage });
  const listeners: (() => void)[] = [];
  let described = describe(unknown);
  let problem: Error | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let first: Promise<void> | undefined = Promise.race([
    refresh(),
    pause(options.originHeaderTimeout, undefined, { ref: false }),
  ]).then(() => {
    first = undefined;
  });

  function refresh(): Promise<void> {
    reading ??= reread().finally(() => {
      readAt = performance.now();
      reading = undefined;
    });
    return reading;
  }

  async function reread(): Promise<void> {
    try {
      const description = await read();
      if (problem !== undefined) log.info('the origin is back');
      problem = undefined;
      if (description === undefined) return;
      described = describe(description);
      cache?.clear();
      log.info('the origin was read', { url: described.site.url, pages: described.table.pages });
      if (described.table.pages === 0)
        log.warn(
          `the origin lists no pages, so none is negotiated: upload the whole output of the build, ${manifestFile} and .well-known/ included`,
        );
      for (const listener of listeners) listener();
    } catch (error) {
      const { message } = error as Error;
      if (problem?.message !== message) log.error(`the origin cannot be read, what was known of it stays: ${message}`);
      problem = error as Error;
    }
  }

  function describe(description: Description) {
    const { files, canonicals, missingTwins, complete, build, redirects, notFound } = description;
    const facts = { ...readSiteFacts(description.openApi, options), canonicals, missingTwins };
    const contentOf = (file: string, url: string): RemoteContent => contentOfFile(file, url, files.get(file) ?? {});
    const table = createTable(files, contentOf, redirects, facts.htmlUrls);
    const missing = notFound?.content && { ...notFoundOf(heldContent(notFound.content)), policies: notFound.policies ?? {} };
    const site = siteOf(facts, table, missing, new Map(), (work) => setImmediate(work).unref());
    return { site, table, complete, build };
  }

  function contentOfFile(file: string, url: string, { tokens, part }: Pick<RemoteContent, 'tokens' | 'part'>): RemoteContent {
    const src = urlOfFile(file);
    const page = /\.html?$/.test(file);
    const role: Role = page ? 'page' : /\.md$/.test(file) ? 'twin' : 'document';
    const content = createContent({ role, path: url, paths: page && src !== url ? [src, url] : [src], listed: true });
    return { ...content, tokens, part };
  }

  function isPage(url: string): boolean {
    return described.table.find(url)?.kind === 'page';
  }

  /** Redirects of the host contain its own URL, or the public one. */
  function pathOf(url: URL): string | undefined {
    const place = url.origin + url.pathname;
    return pathWithin(client.base.origin + client.folder, place) ?? pathWithin(described.site.url, place);
  }

  function find(path: string): Resource | undefined | Promise<Resource | undefined> {
    // The description's own files cannot wait for it: the origin may be this proxy.
    if (first && artifactAt(path) === undefined) return first.then(() => find(path));
    const age = performance.now() - readAt;
    const { table, complete } = described;
    const listed = table.find(path);
    const doubtful = problem !== undefined || (table.pages > 0 && listed === undefined);
    if (age > (doubtful ? MISS : originRefresh * 1000)) void refresh();
    if (listed !== undefined || complete) return listed;
    const file = decodeURIComponent(path.slice(1));
    return isPublic(file) && isPublished(file) ? unlisted(path) : undefined;
  }

  /** An unlisted resource: by its name, else a page without twin. The host decides whether it exists. */
  function unlisted(path: string): Resource {
    const type = mediaTypeOf(path);
    if (type !== unknownType && !type.startsWith('text/html'))
      return documentOf(path, createContent({ role: roleOf(path), path, paths: [path], listed: false }));
    return pageOf(path, createContent({ role: 'page', path, paths: pathsOf(path), listed: false }));
  }

  /** Reports response times to observers, and after a failure checks at once whether the host is reachable. */
  function watched(host: UpstreamClient): UpstreamClient {
    const watchers = options.observers.filter(({ asked }) => asked);
    return {
      ...host,
      async ask(method, path, begun, headers) {
        const begin = performance.now();
        let status: number | undefined;
        try {
          const response = await host.ask(method, path, begun, headers);
          status = response.status;
          return response;
        } finally {
          for (const observer of watchers) observer.asked?.(performance.now() - begin, status);
          if (status === undefined && performance.now() - readAt > MISS) void refresh();
        }
      },
    };
  }

  return {
    get site() {
      return described.site;
    },
    opening: (headers) => (client.isLoop(headers) ? undefined : first),
    find,
    get build() {
      return described.build;
    },
    get status() {
      return problem === undefined ? 'ok' : 'degraded';
    },
    onChange: (listener) => void listeners.push(listener),
    reload() {
      cache?.clear();
      return refresh();
    },
    async close() {
      client.close();
      await reading;
    },
  };
}

/** The possible paths of an unlisted page at the host: that of its file, or its URL. */
function pathsOf(url: string): string[] {
  if (url.endsWith('/')) return [`${url}index.html`, url];
  return /\.html?$/.test(url) ? [url] : [`${url}.html`, url];
}

/** Before the first read. */
const unknown: Description = {
  openApi: undefined,
  files: new Map(),
  canonicals: {},
  missingTwins: {},
  complete: false,
  redirects: new Map(),
  notFound: undefined,
};
