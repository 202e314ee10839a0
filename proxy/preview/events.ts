import type { ServerResponse } from 'node:http';

/** Open pages of a preview, told of news by server-sent events (HTML Living Standard §9.2). */
export interface PreviewEvents {
  /** Keeps a response open for news. */
  open(res: ServerResponse, first: unknown): void;
  send(news: unknown): void;
  close(): void;
}

/** Milliseconds between signs of life: the server cuts connections on which nothing is written. */
const heartbeat = 10_000;

export function createPreviewEvents(): PreviewEvents {
  const open = new Set<ServerResponse>();
  const beat = setInterval(() => {
    for (const res of open) res.write(':\n\n');
  }, heartbeat);
  beat.unref();
  const write = (res: ServerResponse, news: unknown): void => void res.write(`data: ${JSON.stringify(news)}\n\n`);

  return {
    open(res, first) {
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      open.add(res);
      res.once('close', () => open.delete(res));
      // Tried again soon when the preview is started again.
      res.write('retry: 1000\n\n');
      write(res, first);
    },
    send(news) {
      for (const res of open) write(res, news);
    },
    close() {
      clearInterval(beat);
      for (const res of open) res.end();
    },
  };
}
