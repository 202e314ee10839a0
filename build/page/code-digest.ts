import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../files.ts';

/** What `npm run compile` says of the compiled code: its digests, and the packages that pages are read with. */
interface CompiledCode {
  readonly reading: string;
  readonly building: string;
  readonly packages: readonly string[];
}

/**
 * Of the code that reads pages, or of all that makes a build, and of the versions of Node and of the packages that pages are
 * read with, theirs included.
 */
export function codeDigest(part: 'reading' | 'building'): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { [part]: code, packages } = JSON.parse(readFileSync(join(root, 'code-digest.json'), 'utf8')) as CompiledCode;
  const versions = new Map<string, string>();
  for (const name of packages) addVersions(name, root, versions);
  return hashOf(JSON.stringify([process.versions, code, [...versions.values()].sort()]));
}

/** Adds name and version of a package and of all that it depends on, by path of its package.json. */
function addVersions(name: string, from: string, versions: Map<string, string>): void {
  const places = createRequire(join(from, 'any.js')).resolve.paths(name) ?? [];
  const file = places.map((place) => join(place, name, 'package.json')).find((path) => existsSync(path));
  if (!file || versions.has(file)) return;
  const { version, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    dependencies?: Record<string, string>;
  };
  versions.set(file, `${name} ${version}`);
  for (const dependency of Object.keys(dependencies)) addVersions(dependency, realpathSync(join(file, '..')), versions);
}
