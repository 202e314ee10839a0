#!/usr/bin/env node
// `npm create diptych my-site` is `npx diptych init my-site`.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const home = dirname(createRequire(import.meta.url).resolve('diptych/package.json'));
process.argv.splice(2, 0, 'init');
await import(pathToFileURL(join(home, 'lib/build/cli.js')).href);
