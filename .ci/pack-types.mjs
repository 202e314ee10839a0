// A step of `npm run prepack`: bundles the type declarations of the package's entries into few files, and removes all others.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) => (types ? [relative('lib', types)] : []));
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [file.replace(/\.d\.ts$/, ''), resolve('lib', file)])),
  external: (id) => !/^[./#]/.test(id),
  plugins: [dts({ dtsInput: true, tsconfig: false })],
  logLevel: 'warn',
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].ts',
  chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.d.ts`,
});
await bundle.close();
for (const file of readdirSync('lib', { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts')) rmSync(join('lib', file));
for (const { fileName, code } of output) {
  mkdirSync(dirname(join('lib', fileName)), { recursive: true });
  writeFileSync(join('lib', fileName), code);
}
