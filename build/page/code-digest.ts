import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../files.ts';

/**
 * Of code of ours, and of the versions of Node and of the packages that it imports, theirs included.
 *
 * @param rooms folders of the compiled package: `build/page`
 */
export function codeDigest(rooms: readonly string[]): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(root, room, file)),
  );
  const code = files
    .filter((file) => /\.[jt]s$/.test(file))
    .sort()
    .map((file) => readFileSync(file, 'utf8'));
  const names = new Set(code.flatMap((text) => [...text.matchAll(imported)].map(([, name]) => name!)));
  const versions = new Map<string, string>();
  for (const name of names) addVersions(name, root, versions);
  return hashOf([JSON.stringify(process.versions), ...code, ...[...versions.values()].sort()].join('\0'));
}

/** The name of a package that is imported. */
const imported = / from '((?:@[^/']+\/)?[^./'][^/':]*)['/]/g;

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
