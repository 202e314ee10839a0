// Costs and savings of each quality of brotli and gzip: size and CPU time for the files that the build compresses.
// The build uses the qualities of build/contract/published-files.ts.
// node test/bench/compress.mjs [DIR]   (default: dist; at most 1,000 files of it)
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isCompressible, mediaTypeOf } from '../../lib/build/contract/media-types.js';
import { sidecarQuality } from '../../lib/build/contract/published-files.js';

const folder = process.argv[2] ?? 'dist';
const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && isCompressible(mediaTypeOf(`/${entry.name}`)))
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();
const every = Math.ceil(all.length / 1000);
const bodies = all.filter((_, at) => at % every === 0).map((path) => readFileSync(path));
const bytes = bodies.reduce((sum, { length }) => sum + length, 0);

function measure(compress) {
  const began = process.cpuUsage();
  const size = bodies.reduce((sum, body) => sum + compress(body).length, 0);
  const { user, system } = process.cpuUsage(began);
  return { size, ms: (user + system) / 1000 };
}

const brotli = (quality) => (body) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
const codings = [
  ...[4, 5, 6, 7, 9, 11].map((quality) => [`br ${quality}`, brotli(quality), quality === sidecarQuality.br]),
  ...[5, 6, 7, 9].map((level) => [`gzip ${level}`, (body) => gzipSync(body, { level }), level === sidecarQuality.gzip]),
];
measure(brotli(5));
const rows = codings.map(([coding, compress, isUsed]) => ({ coding, isUsed, ...measure(compress) }));
const used = (coding) => rows.find((row) => row.isUsed && row.coding.startsWith(coding.slice(0, 2)));
console.log(`${bodies.length} files of ${folder}, ${(bytes / 1e6).toFixed(1)} MB`);
console.table(
  rows.map(({ coding, isUsed, size, ms }) => ({
    coding: isUsed ? `${coding} (used)` : coding,
    'of the bytes': `${((size / bytes) * 100).toFixed(1)} %`,
    'time of the one used': (ms / used(coding).ms).toFixed(2),
  })),
);
