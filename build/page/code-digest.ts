import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../files.ts';

/** Written by `npm run compile`: digests of the compiled code, and the packages that read pages. */
interface CompiledCode {
  readonly reading: string;
  readonly building: string;
  readonly packages: readonly string[];
}

/** Digest of the code that reads pages, or of the whole build, with the versions of Node and, transitively, of packages. */
export function codeDigest(part: 'reading' | 'building'): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { [part]: code, packages } = JSON.parse(readFileSync(join(root, 'code-digest.json'), 'utf8')) as CompiledCode;
  const versions = new Map<string, string>();
  for (const name of packages) addVersions(name, root, versions);
  return hashOf(JSON.stringify([process.versions, code, [...versions.values()].sort()]));
}

/** Adds name and version of a package and of its dependencies, by path of its package.json. */
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
