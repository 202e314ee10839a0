// A step of `npm run prepack`: joins the modules of the compiled code into few files, for each entry those that it needs: a package
// of hundreds of small files is slow to install and to start. Nothing is shortened: node .ci/pack-lib.mjs [lib]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const [lib = 'lib'] = process.argv.slice(2);
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
/** What is started or read by its path. */
const byPath = ['build/page/worker.js', 'build/starter/pictures/card.js', 'build/starter/pictures/font.js'];
const entries = [
  ...Object.values(exports).flatMap(({ default: file }) => (file ? [relative('lib', file)] : [])),
  ...Object.values(bin).map((file) => relative('lib', file)),
  ...byPath,
];
const missing = entries.find((file) => !existsSync(join(lib, file)));
if (missing) throw new Error(`${join(lib, missing)}: not there; npm run compile makes it`);

/** A module finds files beside itself, wherever its code stands. */
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
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  platform: 'node',
  plugins: [urls],
  logLevel: 'warn',
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  // What they say stands in the types, and in the repository. Annotations are for those who bundle modules that nobody imports.
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
