// A step of `npm pack`: adds description and default of each setting as a comment to the types, where editors show them:
// node .ci/option-docs.mjs [lib]
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [lib = 'lib'] = process.argv.slice(2);
const { settingsJsonSchema } = await import(pathToFileURL(resolve(lib, 'build/settings.js')).href);
const file = join(lib, 'build/settings-schema.d.ts');

/** The schema of each property, by its path, such as `rateLimit.limit`. */
const schemas = new Map();
function collect(schema, names) {
  for (const [name, inner] of Object.entries(schema.properties ?? schema.items?.properties ?? {})) {
    schemas.set([...names, name].join('.'), inner);
    collect(inner, [...names, name]);
  }
}
collect(settingsJsonSchema(), []);

const names = [];
let found = 0;
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, indent, quoted] = /^((?: {4})+)([$\w'-]+): z\./.exec(line) ?? [];
    if (indent === undefined) return [line];
    const depth = indent.length / 4 - 1;
    names.splice(depth, names.length, quoted.replaceAll("'", ''));
    const schema = schemas.get(names.join('.'));
    if (!schema?.description || line.startsWith(`${indent}/**`)) return [line];
    found++;
    const value = 'default' in schema ? ` @default ${JSON.stringify(schema.default)}` : '';
    return [`${indent}/** ${schema.description.replaceAll('*/', '* /')}${value} */`, line];
  });
const described = [...schemas.values()].filter(({ description }) => description).length;
if (found === 0) throw new Error(`${file}: found none of ${described} settings`);
writeFileSync(file, lines.join('\n'));
console.log(`${file}: ${found} of ${described} settings documented`);
