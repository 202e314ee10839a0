import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { mediaTypeOf } from '../contract/media-types.ts';
import { readTemplateErrors } from './errors/template-errors.ts';
import {
  createPreview,
  type Preview,
  type PreviewBuild,
  type PreviewMiddleware,
  type PreviewOptions,
} from './preview/preview.ts';
import type { RenderedSite } from './template-outputs.ts';

type Ready = (server: DevServer) => Promise<void>;

/** The part of Eleventy's dev server that we use. */
interface DevServer {
  readonly server: Server;
  readonly options: { readonly liveReload: boolean; readonly pathPrefix: string };
  readonly updateServer?: { readonly clients: ReadonlySet<EventEmitter> } & Pick<EventEmitter, 'on'>;
  augmentContentWithNotifier(html: string): string;
  sendError(event: { readonly error: unknown }): void;
  reload(event?: ReloadEvent): void;
}

interface ReloadEvent {
  readonly subtype?: 'css';
  readonly build?: { readonly stylesheets?: readonly string[] };
}

/** Time for open pages to load their resources before the processor is busy again, in milliseconds. */
const loadTime = 150;

export interface ServerOptions {
  readonly module?: string;
  middleware?: PreviewMiddleware[];
  ready?: Ready;
  domDiff?: boolean;
}

/** Outlives the configuration: Eleventy restarts the server if its options are new objects. */
let running: DevServer | undefined;
let latest: PreviewBuild | undefined;
let preview: Preview | undefined;
let allowed: string | undefined;
let tellPages: ((event: ReloadEvent) => void) | undefined;
/** Whether open pages were already notified of the build when Eleventy notifies them. */
let isNotified = false;
let start: (preview: Preview) => void;
const started = new Promise<Preview>((resolve) => {
  start = resolve;
});

/**
 * Adds the proxy as last middleware to Eleventy's dev server, besides the middleware of the configuration. Other servers are
 * unchanged.
 *
 * @param options of the merged configuration; changed in place, once
 * @param allowedHosts further host names of the preview
 */
export function servePreview(options: ServerOptions, allowedHosts: string | undefined): void {
  const { module = '@11ty/eleventy-dev-server', middleware = [], ready: own } = options;
  if (module !== '@11ty/eleventy-dev-server' || middleware.includes(answer)) return;
  allowed = allowedHosts;
  options.middleware = [...middleware, answer];
  options.ready = own ? (server) => Promise.all([own(server), ready(server)]).then(() => {}) : ready;
  // Patched HTML would lack the mark of a draft, and drafts would be sent to every open page.
  options.domDiff = false;
}

/**
 * Shows pages in the preview before their documents are made, which takes longer than Eleventy's whole build. Not with a base
 * path, where URLs of Eleventy's server differ from the URLs of the preview.
 */
export async function showRendered(site: RenderedSite): Promise<void> {
  isNotified = false;
  if (!preview || running?.options.pathPrefix !== '/' || !preview.showRendered(site)) return;
  const hasClients = (running.updateServer?.clients.size ?? 0) > 0;
  if (hasClients) tellPages?.(site.stylesheets ? { subtype: 'css', build: { stylesheets: site.stylesheets } } : {});
  // Eleventy does not notify pages of the first build.
  isNotified = hasClients && latest !== undefined;
  await new Promise((resolve) => setTimeout(resolve, hasClients ? loadTime : 0));
}

/** Shows a build in the preview, now or when a server starts. */
export async function showBuild(build: PreviewBuild): Promise<void> {
  latest = build;
  await preview?.show(build);
}

/** A file by its path, without leading slash; undefined if it is not there. */
type OnDemand = (path: string) => Promise<Uint8Array | undefined>;
let onDemand: OnDemand | undefined;

/** Serves files in a preview that take too long to make for each build. */
export function serveOnDemand(make: OnDemand): void {
  onDemand = make;
}

const answer: PreviewMiddleware = async (req, res, next) => {
  const current = await started;
  const path = req.url!.split('?')[0]!.slice(running?.options.pathPrefix.length);
  const making = current.admits(req) ? onDemand?.(path) : undefined;
  const body = await making?.catch((error: unknown) => void current.fail(readTemplateErrors(error)));
  if (body === undefined) return current.answer(req, res, next);
  res.writeHead(200, { 'content-type': mediaTypeOf(path), 'cache-control': 'no-store' }).end(body);
};

const ready: Ready = async (server) => {
  running = server;
  // Browsers let any site open a WebSocket to this machine, with its Origin. Prepended, so that it runs before Eleventy's.
  server.server.prependListener('upgrade', (req, socket) => {
    if (!preview?.admits(req)) socket.destroy();
  });
  listenForBrokenFrames(server);
  preview ??= await loadPreview();
  const current = preview;
  if (latest) await current.show(latest);
  const reload = server.reload.bind(server);
  tellPages = reload;
  server.reload = (event) => {
    // Ignores the event of a build, not of a file that Eleventy's server watches.
    if (isNotified && event?.build?.stylesheets) isNotified = false;
    else reload(event);
  };
  // The server itself only writes errors to the browser's console.
  server.sendError = ({ error }) => void current.fail(readTemplateErrors(error)).then(() => reload());
  start(current);
};

/** Any program of this machine may send what is no WebSocket frame; unheard, it would be taken for a failed build. */
function listenForBrokenFrames({ updateServer }: DevServer): void {
  const listen = (client: EventEmitter): unknown =>
    client.on('error', ({ message }: Error) =>
      console.warn(`[diptych] a page sent what the preview cannot read (${message}); its connection was closed`),
    );
  for (const client of updateServer?.clients ?? []) listen(client);
  updateServer?.on('connection', listen);
}

/** Imported by name at run time, because only a preview needs the proxy. */
async function loadPreview(): Promise<Preview> {
  const name: string = 'diptych/proxy';
  const { createProxy } = (await import(name)) as Pick<PreviewOptions, 'createProxy'>;
  return createPreview({
    createProxy,
    allowedHosts: allowed,
    addReload: (html: string) => (running?.options.liveReload ? running.augmentContentWithNotifier(html) : html),
  });
}
