import { vi } from 'vitest';

/* The acceptance tests with nginx as upstream. */

vi.mock('./fixtures/client.ts', async (original) => {
  const client = await original<typeof import('./fixtures/client.ts')>();
  const { frontedFolder } = await import('./fixtures/fronted-folder.ts');
  return { ...client, startProxy: frontedFolder(client) };
});

await import('./acceptance.test.ts');
