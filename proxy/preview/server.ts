import type { Express, Response } from 'express';
import { type PreviewFault, type PreviewMessage, previewPaths } from '../../build/contract/preview-messages.ts';
import { createHostTest } from '../http/allowed-hosts.ts';
import { preferenceOf } from '../http/negotiate.ts';
import { createProxyServer, type ProxyServer } from '../node/proxy-server.ts';
import { type ProxyOptions, resolveProxyOptions } from '../settings.ts';
import { type PreviewNews, previewClient } from './client.ts';
import { createPreviewEvents } from './events.ts';
import { createPreviewOrigin } from './origin.ts';
import { previewStyle } from './style.ts';

/** A preview as a server, and what it is told by the process that builds. */
export interface PreviewServer extends ProxyServer {
  hear(message: PreviewMessage): Promise<void>;
}

/**
 * The proxy in front of a folder that is built again and again: the same answers from the same code, with a script at
 * the end of every page that reloads it, and before the first build a page that waits for it.
 */
export function createPreviewServer(given: ProxyOptions): PreviewServer {
  const options = { ...given, allowedHosts: given.allowedHosts ?? '' };
  const isForUs = createHostTest(options.allowedHosts);
  const events = createPreviewEvents();
  let faults: readonly PreviewFault[] = [];
  let drafts: ReadonlySet<string> = new Set();
  const origin = createPreviewOrigin(resolveProxyOptions(options), (file, hash) => scriptTag(file, hash, drafts.has(file)));

  const proxy = createProxyServer(options, (app) => addPages(app), origin);

  function addPages(app: Express): void {
    app.use((req, res, next) => (isForUs(req) ? next() : proxy.proxy(req, res)));
    app.get(previewPaths.script, (_req, res) =>
      send(
        res,
        'text/javascript',
        `(${previewClient})(${JSON.stringify(previewPaths.events)}, ${JSON.stringify(previewPaths.style)});\n`,
      ),
    );
    app.get(previewPaths.style, (_req, res) => send(res, 'text/css', previewStyle));
    app.get(previewPaths.events, (req, res) => {
      const file = String(req.query.file ?? '');
      events.open(res, { faults, changed: [], ...(origin.isBuilt && { hash: origin.hashOf(file) ?? '' }) } satisfies PreviewNews);
    });
    app.use((req, res, next) => {
      if (!origin.isBuilt && preferenceOf(req.headers.accept).browser)
        send(res.status(503).setHeader('Retry-After', '1'), 'text/html', waiting);
      else next();
    });
  }

  return {
    ...proxy,
    async hear(message) {
      if (message.kind === 'failed') {
        faults = message.faults;
        origin.setBroken(true);
        events.send({ faults, changed: [] } satisfies PreviewNews);
        return;
      }
      drafts = new Set(message.drafts);
      await origin.apply(message);
      faults = [];
      origin.setBroken(false);
      events.send({ faults, changed: [...Object.keys(message.changed), ...message.removed] } satisfies PreviewNews);
    },
    drain(times) {
      events.close();
      return proxy.drain(times);
    },
  };
}

function send(res: Response, type: string, body: string): void {
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(body);
}

const attribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

const scriptTag = (file: string, hash: string, isDraft: boolean): string =>
  `<script src="${previewPaths.script}" data-file="${attribute(file)}" data-hash="${hash}"${isDraft ? ' data-draft' : ''}></script>`;

const waiting = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Preview</title></head>
<body><p>The first build of the preview is under way.</p>${scriptTag('', '', false)}</body>
</html>
`;
