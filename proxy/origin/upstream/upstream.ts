import { artifactAt } from '../../../build/contract/artifacts.ts';
import { urlOfFile } from '../../../build/contract/permalinks.ts';
import { heldContent } from '../content.ts';
import { isPublic } from '../folder/inventory.ts';
import { createNearest } from '../nearest.ts';
import type { Origin, OriginOptions, RemoteContent, Resource, Role, Site } from '../origin.ts';
import { redirectAt } from '../redirects-file.ts';
import { notFoundOf } from '../resource.ts';
import { readSiteFacts } from '../site.ts';
import { createTable, isPublished, type Table } from '../table.ts';
import { createCachingMemory } from './caching.ts';
import { createUpstreamClient, type UpstreamClient } from './client.ts';
import { createUpstreamContent, type Habit } from './content.ts';
import { inTime } from './deadline.ts';
import { createDescriptionReader, type Description } from './description.ts';
import { createDiscovery } from './discovery.ts';

/** Milliseconds after which a path that is not listed makes the list be read again: a new page is live that soon. */
const MISS = 1_000;

/**
 * Any static host, by its URL. What it publishes is told by the manifest and the openapi.json of the build where the
 * host holds them, and found out by asking where it does not. Both are looked at again now and then, when requests come.
 *
 * @throws {UserError} one line, when the URL is not one of a static host
 */
export function createUpstream(options: OriginOptions & { readonly origin: string }): Origin {
  const { log, originRefresh } = options;
  const client = watched(createUpstreamClient(options.origin, options));
  const read = createDescriptionReader(client);
  const habit: Habit = { prefersUrl: false };
  const caching = createCachingMemory();
  const listeners: (() => void)[] = [];
  const discover = createDiscovery({
    client,
    contentOf: (role, path, paths) => contentOf(role, path, paths, false),
    isOwn,
    caching,
    lifetime: originRefresh * 1000,
  });

  let described = describe(unknown);
  let problem: Error | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let first: Promise<void> | undefined = refresh().then(() => {
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
      log.info('the origin was read', { url: described.site.url, pages: described.table?.pages ?? 'not listed' });
      for (const listener of listeners) listener();
    } catch (error) {
      const { message } = error as Error;
      if (problem?.message !== message) log.error(`the origin cannot be read, what was known of it stays: ${message}`);
      problem = error as Error;
    }
  }

  function describe(description: Description): Described {
    const { files, complete, redirects, notFound, documents } = description;
    const table = files && createTable(files, contentOfFile, redirects);
    const facts = readSiteFacts(isJson(description.openApi) ? description.openApi : undefined, options);
    let nearest: ((path: string) => string | undefined) | undefined;
    const site: Site = {
      ...facts,
      has: (path) => table?.find(path) !== undefined || documents.has(path),
      nearest: (path) => {
        nearest ??= createNearest(table?.texts() ?? []);
        return nearest(path);
      },
      notFound: notFound?.content && { ...notFoundOf(heldContent(notFound.content)), policies: notFound.policies ?? {} },
    };
    return { site, table, complete, redirects };
  }

  function contentOfFile(file: string, url: string): RemoteContent {
    const own = urlOfFile(file);
    const page = /\.html?$/.test(file);
    const role: Role = page ? 'page' : /\.md$/.test(file) ? 'twin' : 'document';
    return contentOf(role, url, page && own !== url ? [own, url] : [own], true);
  }

  function contentOf(role: Role, path: string, paths: readonly string[], listed: boolean): RemoteContent {
    return createUpstreamContent({ client, habit, caching, role, path, paths, listed, isOwn });
  }

  /** The host's own redirects name the host, or the site as the world knows it. */
  function isOwn(url: URL): boolean {
    return url.origin === client.base.origin || url.origin === described.site.url;
  }

  function find(path: string, begun: number): Resource | undefined | Promise<Resource | undefined> {
    const found = look(path);
    return found instanceof Promise ? inTime(found, begun + client.patience, path) : found;
  }

  function look(path: string): Resource | undefined | Promise<Resource | undefined> {
    // What the description is read from cannot wait for it: the origin may be this proxy.
    if (first && artifactAt(path) === undefined) return first.then(() => look(path));
    const age = performance.now() - readAt;
    const { table, complete, redirects } = described;
    const listed = table ? table.find(path) : redirectAt(path, redirects);
    const doubtful = problem !== undefined || (table !== undefined && listed === undefined);
    if (age > (doubtful ? MISS : originRefresh * 1000)) void refresh();
    if (listed !== undefined || complete) return listed;
    const file = decodeURIComponent(path.slice(1));
    return isPublic(file) && isPublished(file) ? discover(path) : undefined;
  }

  /** Tells who watches how long the host takes; and where it fails, looks at once whether it is there at all. */
  function watched(host: UpstreamClient): UpstreamClient {
    const told = options.observers.filter(({ asked }) => asked);
    return {
      ...host,
      async ask(method, path, headers) {
        const begin = performance.now();
        let status: number | undefined;
        try {
          const response = await host.ask(method, path, headers);
          status = response.status;
          return response;
        } finally {
          for (const observer of told) observer.asked?.(performance.now() - begin, status);
          if (status === undefined && performance.now() - readAt > MISS) void refresh();
        }
      },
    };
  }

  return {
    get site() {
      return described.site;
    },
    find,
    get status() {
      return problem === undefined ? 'ok' : 'degraded';
    },
    onChange: (listener) => void listeners.push(listener),
    reload: () => refresh(),
    async close() {
      client.close();
      await reading;
    },
  };
}

interface Described extends Pick<Description, 'complete' | 'redirects'> {
  readonly site: Site;
  readonly table: Table | undefined;
}

const unknown: Description = {
  openApi: undefined,
  files: undefined,
  complete: false,
  redirects: new Map(),
  notFound: undefined,
  documents: new Set(),
};

function isJson(text: string | undefined): boolean {
  try {
    return text !== undefined && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
