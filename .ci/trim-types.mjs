// Removes from `lib/` the declarations that no entry of the package leads to.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const needed = new Set();
const follow = (file) => {
  if (needed.has(file) || !existsSync(file)) return;
  needed.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}\/[^'"]+?)\.[jt]s['"]/g))
    follow(normalize(join(dirname(file), `${path}.d.ts`)));
};
for (const { types } of Object.values(exports)) if (types) follow(normalize(types));
for (const file of readdirSync('lib', { recursive: true, encoding: 'utf8' }).map((path) => join('lib', path)))
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
