import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHostTest } from '../../contract/allowed-hosts.ts';
import { pageUrlOf } from '../../contract/permalinks.ts';
import { problemOf, problemType } from '../../contract/problem.ts';
import type { ProblemId } from '../../contract/problem-types.ts';
import { defaultSiteUrl } from '../../contract/site-url.ts';
import type { Fault } from '../../contract/std/errors.ts';
import type { RenderedSite } from '../template-outputs.ts';
import { additionOf, markOf, previewPolicy, previewStyle, stylePath } from './addition.ts';

export interface PreviewBuild {
  readonly folder: string;
  /** HTML files of drafts, relative to the folder. */
  readonly drafts: readonly string[];
}

export type PreviewMiddleware = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void;

/** The part of the proxy that a preview uses. */
interface Proxy {
  (req: IncomingMessage, res: ServerResponse): void;
  readonly ready: Promise<void>;
  readonly origin: { readonly site: { readonly base: string; readonly contentSecurityPolicy: string } };
  reload(): Promise<void>;
}

export interface PreviewOptions {
  /** Host names to answer besides the names of this machine, separated by commas. */
  readonly allowedHosts?: string | undefined;
  readonly addReload: (html: string) => string;
  readonly createProxy: (options: object) => Proxy;
}

export type Preview = ReturnType<typeof createPreview>;

/** Whether a request wants HTML; one that names Markdown is of an agent. */
const isBrowser = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  /\btext\/html\b/i.test(accept) && !/\btext\/markdown\b/i.test(accept);

/**
 * A site that is built repeatedly, served as it will be published: the proxy in front of a folder that changes. HTML gets a script that reloads it, the mark of a draft and the errors of
 * a failed build. Caches store nothing, and no other site can read it.
 */
export function createPreview({ allowedHosts = '', addReload, createProxy }: PreviewOptions) {
  const isForUs = createHostTest(allowedHosts);
  let proxy: Proxy | undefined;
  let drafts: ReadonlySet<string> = new Set();
  let faults: readonly Fault[] = [];
  let rendered: RenderedSite | undefined;
  const waiting: (() => void)[] = [];

  const complete = (html: string, isDraft = false): string => {
    const end = html.lastIndexOf('</body');
    const at = end < 0 ? html.length : end;
    return addReload(html.slice(0, at) + additionOf(markOf(html, isDraft), faults) + html.slice(at));
  };

  function settle(): void {
    rendered = undefined;
    for (const answer of waiting.splice(0)) answer();
  }

  function answerEarly({ pages, files }: RenderedSite, ...[req, res, next]: Parameters<PreviewMiddleware>): void {
    const path = req.url?.replace(/[?#].*$/s, '') ?? '';
    const isPlain = /^(?:GET|HEAD)$/.test(req.method ?? '') && req.headers.range === undefined;
    const page = isPlain && isBrowser(req) && pages.get(path);
    if (page) {
      // The site's policy is known only after its first build.
      if (proxy) res.setHeader('Content-Security-Policy', previewPolicy(proxy.origin.site.contentSecurityPolicy));
      send(res, 200, 'text/html; charset=utf-8', complete(page.html, page.isDraft));
    } else if (next && isPlain && files.has(path)) {
      res.setHeader('Cache-Control', 'no-store');
      next();
    } else waiting.push(() => answerSettled(req, res));
  }

  function answerSettled(req: IncomingMessage, res: ServerResponse): void {
    if (proxy) answerBy(proxy, req, res);
    else if (isBrowser(req)) send(res, 503, 'text/html; charset=utf-8', complete(unbuilt));
    else sendProblem(req, res, 'unavailable', 'The first build of the preview is running, or has failed.');
  }

  /** Lets the proxy answer, and adds to its HTML. What is too large for memory is sent as it is. */
  function answerBy(current: Proxy, req: IncomingMessage, res: ServerResponse): void {
    const { writeHead, end } = res;
    const { base } = current.origin.site;
    let isHtml = false;
    // Fields that are set stay.
    res.setHeader('Cache-Control', 'no-store');
    delete req.headers['accept-encoding'];
    res.writeHead = (status: number): ServerResponse => {
      // Node calls it again, with the first bytes.
      if (isHtml) return writeHead.call(res, status);
      isHtml = status !== 206 && status !== 304 && /^text\/html\b/.test(String(res.getHeader('Content-Type')));
      if (!isHtml) return writeHead.call(res, status);
      res.statusCode = status;
      for (const name of ['ETag', 'Accept-Ranges', 'Content-Length']) res.removeHeader(name);
      const policy = res.getHeader('Content-Security-Policy');
      if (policy !== undefined) res.setHeader('Content-Security-Policy', previewPolicy(String(policy)));
      return res;
    };
    res.end = ((content?: string | Uint8Array): ServerResponse => {
      if (!isHtml || content === undefined || typeof content === 'function' || res.headersSent)
        return end.call(res, content as never, 'utf8');
      const location = String(res.getHeader('Content-Location'));
      const html = Buffer.from(complete(Buffer.from(content as Uint8Array).toString(), drafts.has(location.slice(base.length))));
      res.setHeader('Content-Length', html.length);
      return end.call(res, html, 'utf8');
    }) as ServerResponse['end'];
    current(req, res);
  }

  return {
    answer(...[req, res, next]: Parameters<PreviewMiddleware>): void {
      if (!isForUs(req)) {
        if (proxy) proxy(req, res);
        else sendProblem(req, res, 'misdirectedRequest');
      } else if (req.url === stylePath) send(res, 200, 'text/css; charset=utf-8', previewStyle);
      else if (rendered) answerEarly(rendered, req, res, next);
      else answerSettled(req, res);
    },
    /** Whether a request names this machine and its Origin, if any, is one of ours. */
    admits: (req: IncomingMessage): boolean =>
      isForUs(req) && [undefined, req.headers.host].includes(req.headers.origin?.replace(/^https?:\/\//, '')),
    /**
     * Shows browsers the rendered pages until a build is shown or fails; other clients wait. While the last build has failed,
     * nothing is shown early, so that its errors stay visible until a build succeeds.
     *
     * @returns whether it is shown
     */
    showRendered(site: RenderedSite): boolean {
      if (faults.length === 0) rendered = site;
      return rendered === site;
    },
    /** Serves a build from now on. */
    async show({ folder, drafts: files }: PreviewBuild): Promise<void> {
      if (proxy) await proxy.reload();
      else {
        const next = createProxy({ dir: folder, allowedHosts, watch: false, crossOrigin: false });
        await next.ready;
        proxy = next;
      }
      drafts = new Set(files.flatMap((file) => [pageUrlOf(file, false), pageUrlOf(file, true)]));
      faults = [];
      settle();
    },
    /** Shows the errors of the newest build in every page, until one succeeds. */
    async fail(found: readonly Fault[]): Promise<void> {
      faults = found;
      settle();
    },
  };
}

function sendProblem(req: IncomingMessage, res: ServerResponse, id: ProblemId, detail?: string): void {
  const problem = problemOf({ url: defaultSiteUrl }, id, '/', { detail });
  if (req.method === 'HEAD')
    return void res.writeHead(problem.status, { 'Content-Type': problemType, 'Cache-Control': 'no-store' }).end();
  send(res, problem.status, problemType, JSON.stringify(problem));
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'Content-Type': type,
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
