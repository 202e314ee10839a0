// A step of `npm run compile`: writes site.schema.json, by which editors check site.json and diptych.json, from the settings in
// the compiled code: node .ci/schema.mjs [lib]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [lib = 'lib'] = process.argv.slice(2);
const { settingsJsonSchema } = await import(pathToFileURL(resolve(lib, 'build/settings.js')).href);
writeFileSync(join(lib, 'site.schema.json'), `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
