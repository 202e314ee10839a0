import type { AddressInfo } from 'node:net';
import { createProxyServer } from '../../proxy/index.ts';

/** Starts a proxy on a free port, without watching and without an enforced quota; the caller closes it. */
export async function runningProxy(dir: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { server, proxy } = createProxyServer({ dir, watch: false, rateLimitLimit: 100_000_000 });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await proxy.close();
    },
  };
}
