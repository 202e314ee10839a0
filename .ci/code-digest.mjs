// The last step of `npm run compile`: writes code-digest.json into the folder of the compiled code. Builds compare this digest
// to know whether the code changed, without reading it: node .ci/code-digest.mjs [lib]
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [lib = 'lib'] = process.argv.slice(2);
const codeOf = (room) =>
  readdirSync(join(lib, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(join(lib, room, file), 'utf8'));
const digestOf = (code) => hash('sha256', code.join('\0'), 'base64url');

const reading = ['build/contract', 'build/page', 'build/twin'].flatMap(codeOf);
const building = ['build', 'proxy'].flatMap(codeOf);
/** The packages that the code for reading pages imports. */
const packages = new Set(
  reading.flatMap((text) => [...text.matchAll(/ from '((?:@[^/']+\/)?[^./'][^/':]*)['/]/g)].map(([, name]) => name)),
);

writeFileSync(
  join(lib, 'code-digest.json'),
  JSON.stringify({ reading: digestOf(reading), building: digestOf(building), packages: [...packages].sort() }),
);
