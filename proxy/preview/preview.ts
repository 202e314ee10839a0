import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RenderedSite } from '../../build/contract/rendered-site.ts';
import { readSiteFacts } from '../../build/contract/site-facts.ts';
import type { Fault } from '../../build/contract/std/errors.ts';
import { createHostTest } from '../http/allowed-hosts.ts';
import { preferenceOf } from '../http/negotiate.ts';
import { createProxy, type Middleware } from '../node/middleware.ts';
import { OriginFailure } from '../origin/failure.ts';
import { createDirectory } from '../origin/folder/directory.ts';
import type { Origin, Representation, Site } from '../origin/origin.ts';
import { type ResolvedProxyOptions, resolveProxyOptions } from '../settings.ts';
import { additionOf, previewPolicy, previewStyle, stylePath } from './addition.ts';
import { PreviewBody } from './preview-body.ts';

export interface PreviewOptions {
  /** Host names to answer besides those of this machine, separated by commas. */
  readonly allowedHosts?: string | undefined;
  readonly addReload: (html: string) => string;
}

/** A site that is built repeatedly, served as it will be published. */
export interface Preview {
  answer: Middleware;
  /** Whether a request names this machine and its Origin, if any, is one of ours. */
  admits(req: IncomingMessage): boolean;
  /**
   * Shows browsers the rendered pages until a build is shown or fails; other clients wait. While the last build has failed,
   * nothing is shown early, so that its errors stay visible until a build succeeds.
   *
   * @returns whether it is shown
   */
  showRendered(site: RenderedSite): boolean;
  /** Serves a build from now on. `drafts` are the HTML files that only a preview has. */
  show(build: { readonly folder: string; readonly drafts: readonly string[] }): Promise<void>;
  /** Shows the errors of the newest build in every page, until one succeeds. */
  fail(faults: readonly Fault[]): Promise<void>;
}

/**
 * The proxy in front of a folder that changes: HTML gets a script that reloads it, the mark of a draft and the errors of
 * a failed build. Caches store nothing, and no other site can read it.
 *
 * @throws {UserError} if a name in `allowedHosts` is not a host name
 */
export function createPreview({ allowedHosts = '', addReload }: PreviewOptions): Preview {
  const isForUs = createHostTest(allowedHosts);
  let options: ResolvedProxyOptions = resolveProxyOptions({ allowedHosts, watch: false });
  let directory: Origin | undefined;
  let drafts: ReadonlySet<string> = new Set();
  let faults: readonly Fault[] = [];
  let rendered: RenderedSite | undefined;
  const waiting: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  const none = { has: () => false, nearest: () => undefined, notFound: undefined, notFoundIn: new Map() };
  let site: Site = { ...readSiteFacts(undefined, options), ...none, crossOrigin: false };

  const complete = (html: string, isDraft = false): string => {
    const end = html.lastIndexOf('</body');
    const at = end < 0 ? html.length : end;
    return addReload(html.slice(0, at) + additionOf(isDraft, faults) + html.slice(at));
  };

  function completed(representation: Representation): Representation {
    const { content } = representation;
    if (content.kind !== 'stored') return representation;
    const { file } = content.identity as { readonly file?: string };
    const identity = new PreviewBody(content.identity, (html) => complete(html, file !== undefined && drafts.has(file)));
    return { ...representation, content: { ...content, identity, br: undefined, gzip: undefined } };
  }

  async function refresh(): Promise<void> {
    rendered = undefined;
    if (directory) await refreshSite(directory);
    for (const answer of waiting.splice(0)) answer();
  }

  async function refreshSite(directory: Origin): Promise<void> {
    const { site: served } = directory;
    const notFound = served.notFound && completed(served.notFound);
    const notFoundIn = new Map([...served.notFoundIn].map(([folder, page]) => [folder, completed(page)]));
    for (const page of [notFound, ...notFoundIn.values()])
      if (page?.content.kind === 'stored') await page.content.identity.load();
    const contentSecurityPolicy = previewPolicy(served.contentSecurityPolicy);
    site = { ...served, notFound, notFoundIn, contentSecurityPolicy, crossOrigin: false };
    for (const listener of listeners) listener();
  }

  const origin: Origin = {
    get site() {
      return site;
    },
    get status() {
      return faults.length === 0 && directory ? directory.status : 'degraded';
    },
    find(path, begun) {
      if (!directory)
        throw new OriginFailure('unavailable', 'the preview is not built yet', {
          detail: 'The first build of the preview is running, or has failed.',
          retryAfter: '1',
        });
      const found = directory.find(path, begun);
      return found && 'kind' in found && found.kind === 'page' ? { ...found, html: completed(found.html) } : found;
    },
    onChange: (listener) => void listeners.push(listener),
    reload: async () => directory?.reload(),
    close: async () => directory?.close(),
  };
  const proxy = createProxy({ allowedHosts }, origin);

  function answerEarly({ pages, files }: RenderedSite, ...[req, res, next]: Parameters<Middleware>): void {
    const path = req.url?.replace(/[?#].*$/s, '') ?? '';
    const isPlain = /^(?:GET|HEAD)$/.test(req.method ?? '') && req.headers.range === undefined;
    const page = isPlain && preferenceOf(req.headers.accept).browser && pages.get(path);
    if (page) {
      // The site's policy is known only after its first build.
      if (directory) res.setHeader('Content-Security-Policy', site.contentSecurityPolicy);
      send(res, 200, 'text/html', complete(page.html, page.isDraft));
    } else if (next && isPlain && files.has(path)) {
      res.setHeader('Cache-Control', 'no-store');
      next();
    } else waiting.push(() => answerSettled(req, res));
  }

  function answerSettled(req: IncomingMessage, res: ServerResponse): void {
    if (!directory && preferenceOf(req.headers.accept).browser) send(res, 503, 'text/html', complete(unbuilt));
    else proxy(req, res);
  }

  return {
    answer(req, res, next) {
      if (!isForUs(req)) proxy(req, res);
      else if (req.url === stylePath) send(res, 200, 'text/css', previewStyle);
      else if (rendered) answerEarly(rendered, req, res, next);
      else answerSettled(req, res);
    },
    admits: (req) => isForUs(req) && [undefined, req.headers.host].includes(req.headers.origin?.replace(/^https?:\/\//, '')),
    showRendered(site) {
      if (faults.length === 0) rendered = site;
      return rendered === site;
    },
    async show({ folder, drafts: files }) {
      if (directory) await directory.reload();
      else {
        options = { ...options, dir: folder };
        directory = createDirectory(options);
      }
      drafts = new Set(files);
      faults = [];
      await refresh();
    },
    async fail(found) {
      faults = found;
      await refresh();
    },
  };
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 503 && { 'Retry-After': '1' }),
  });
  // As bytes: Eleventy's server adds its script to strings.
  res.end(Buffer.from(body));
}

const unbuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Preview</title></head>
<body><p>The first build of the preview is running.</p></body>
</html>
`;
