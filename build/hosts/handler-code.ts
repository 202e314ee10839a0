import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { joinModules } from './edge/join-modules.ts';

const require = createRequire(import.meta.url);

/** The compiled handler of this package with all that it imports, as one text that declares `diptych`. */
export function handlerCode(): string {
  // By the name of the package: the build knows of the proxy what everybody knows.
  const entry = require.resolve('diptych/edge');
  const read = (file: string) => ({
    text: withoutProse(readFileSync(file, 'utf8')),
    resolve: (specifier: string) => (specifier.startsWith('.') ? join(dirname(file), specifier) : moduleOf(specifier)),
  });
  return joinModules(entry, read, 'diptych');
}

/** The file of a package that is an ECMAScript module. */
function moduleOf(name: string): string {
  const description = require.resolve(`${name}/package.json`);
  const { module } = JSON.parse(readFileSync(description, 'utf8')) as { module: string };
  return join(dirname(description), module);
}

/** Without what only openapi.json says of a surface. */
const withoutProse = (text: string): string => text.replace(/\b(?:summary|description|tag):\s+'[^'\\]*',?\s*/g, '');
