// node .ci/release.mjs vX.Y.Z FOLDER
//
// Writes the files of a release to a new folder: diptych.tgz, create-diptych.tgz, and notes.md from CHANGELOG.md. The tag must match
// the version of both packages, and the changelog must have a section for it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [tag, folder] = process.argv.slice(2);
const fail = (message) => {
  console.error(message);
  process.exit(1);
};
if (!folder) fail('usage: node .ci/release.mjs vX.Y.Z FOLDER');

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const starter = 'build/starter/create-diptych';
const { version } = read('package.json');
if (tag !== `v${version}`) fail(`the tag is ${tag}, but package.json has version ${version}`);
const { version: own, dependencies } = read(`${starter}/package.json`);
if (own !== version || dependencies.diptych !== version)
  fail(`${starter}/package.json: version and the version of diptych must be ${version}`);

const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}]`));
if (!section) fail(`CHANGELOG.md has no section "## [${version}]"`);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'notes.md'), `${section.slice(section.indexOf('\n')).trim()}\n`);
for (const [name, home] of [
  ['diptych', '.'],
  ['create-diptych', starter],
]) {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(folder)], { cwd: home, encoding: 'utf8' });
  const [{ filename, entryCount, size }] = JSON.parse(packed.slice(packed.indexOf('[\n')));
  renameSync(join(folder, filename), join(folder, `${name}.tgz`));
  console.log(`${name}.tgz: ${entryCount} files, ${Math.round(size / 1000)} kB`);
}
