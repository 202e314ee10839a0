// A step of `npm run prepack`: bundles the compiled modules into few files, without minification, because a package of hundreds of
// small files is slow to install and to start: node .ci/pack-lib.mjs [lib]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const [lib = 'lib'] = process.argv.slice(2);
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Modules that are started or read by path, not imported. */
const byPath = ['build/page/worker.js'];
const entries = [
  ...Object.values(exports).flatMap(({ default: file }) => (file ? [relative('lib', file)] : [])),
  ...Object.values(bin).map((file) => relative('lib', file)),
  ...byPath,
];
const missing = entries.find((file) => !existsSync(join(lib, file)));
if (missing) throw new Error(`${join(lib, missing)}: missing; run npm run compile`);

/** Keeps `import.meta.url` of each module, so that it finds files relative to itself. */
const ownUrl = (path) => `__urlOf(${JSON.stringify(path)})`;
const urls = {
  name: 'url-of-module',
  transform: (code, id) =>
    id.startsWith(resolve(lib)) ? code.replaceAll('import.meta.url', ownUrl(relative(lib, id))) : undefined,
  renderChunk: (code, { fileName }) =>
    code.replace(/__urlOf\("([^"]+)"\)/g, (_, path) =>
      path === fileName
        ? 'import.meta.url'
        : `new URL(${JSON.stringify(relative(dirname(fileName), path))}, import.meta.url).href`,
    ),
};
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ''), resolve(lib, file)])),
  external: (id) => !/^[./#]/.test(id),
  platform: 'node',
  plugins: [urls],
  logLevel: 'warn',
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  // Nearly every command needs most of the contract: one file in place of twenty.
  advancedChunks: { groups: [{ name: 'contract', test: /\/build\/contract\// }] },
  // The types have the documentation, and no bundler needs annotations.
  comments: { annotation: false, legal: true, jsdoc: false },
});
for (const room of ['build', 'proxy', 'shared'])
  for (const file of existsSync(join(lib, room)) ? readdirSync(join(lib, room), { recursive: true, encoding: 'utf8' }) : [])
    if (file.endsWith('.js')) rmSync(join(lib, room, file));
await bundle.close();
for (const { fileName, code } of output) {
  mkdirSync(dirname(join(lib, fileName)), { recursive: true });
  writeFileSync(join(lib, fileName), code);
}
