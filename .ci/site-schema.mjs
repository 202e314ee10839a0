// A step of `npm run compile`: writes the settings as JSON Schema, for editors of site.json: node .ci/site-schema.mjs
import { writeFileSync } from 'node:fs';
import { settingsJsonSchema } from '../lib/build/settings.js';

writeFileSync('build/site.schema.json', `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
