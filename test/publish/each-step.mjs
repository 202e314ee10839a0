/*
 * Preloaded into a build: intercepts all changes of the file system. After each, it appends a digest of the published files to the
 * file $FOLLOW, if they changed.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const { FOLLOW: log } = process.env;
const { appendFileSync, existsSync, readdirSync, readFileSync } = fs;
let before = '';

function changed() {
  const digest = digestOf(existsSync('dist') ? 'dist' : '.dist.previous');
  if (digest === before) return;
  before = digest;
  appendFileSync(log, `${digest}\n`);
}

function digestOf(folder) {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort(byPath))
    if (entry.isFile()) hash.update(pathOf(entry).slice(folder.length)).update(readFileSync(pathOf(entry)));
  return hash.digest('hex');
}

const pathOf = ({ parentPath, name }) => join(parentPath, name);
const byPath = (a, b) => (pathOf(a) < pathOf(b) ? -1 : 1);

for (const name of ['copyFile', 'link', 'mkdir', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'writeFile']) {
  const { [`${name}Sync`]: now, [name]: called } = fs;
  const { [name]: promised } = fs.promises;
  fs[`${name}Sync`] = (...args) => {
    const result = now(...args);
    changed();
    return result;
  };
  fs[name] = (...args) => {
    const done = args.pop();
    called(...args, (error, ...results) => {
      if (!error) changed();
      done(error, ...results);
    });
  };
  fs.promises[name] = async (...args) => {
    const result = await promised(...args);
    changed();
    return result;
  };
}
syncBuiltinESMExports();
