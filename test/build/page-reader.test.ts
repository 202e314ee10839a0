import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';

it.each([
  ['cannot start', 'throw new Error("broken")'],
  [
    'dies at the only page',
    'import { parentPort, workerData } from "node:worker_threads"; parentPort.on("message", ([[number]]) => { workerData.clock[0] = number; throw new Error("broken"); });',
  ],
])('a reader that %s: the page fails with the reason, and the process ends', async (_, worker) => {
  const folder = temporaryFolder();
  cpSync(join(packageFolder, 'lib/build'), folder, { recursive: true });
  writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'page-reader-worker.js': worker,
    'build.js': `import { createPageReader } from './page-reader.js';
console.log((await createPageReader({}).read({ file: 'a.html', html: '' })).failure);`,
  });
  const printed = await new Promise((done) =>
    execFile(process.execPath, ['build.js'], { cwd: folder, timeout: 20_000 }, (error, stdout) => done(error ?? stdout)),
  );
  expect(printed).toBe('conversion failed: broken\n');
});
