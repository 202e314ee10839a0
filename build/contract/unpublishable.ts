/** Folders in which frameworks keep compiled server code, with its keys, and the folder of theirs that can be published. */
const compiled: readonly (readonly [folder: RegExp, instead: string])[] = [
  [/\/\.next(?:\/|$)/, "`out`, which Next.js writes with `output: 'export'`"],
  [/\/\.svelte-kit(?:\/|$)/, '`build`, which SvelteKit writes with `@sveltejs/adapter-static`'],
  [/\/\.nuxt(?:\/|$)/, '`.output/public`, which `nuxt generate` writes'],
  [/\/\.output(?:\/server(?:\/|$)|$)/, '`.output/public`, which `nuxt generate` writes'],
];

/**
 * Why the files of a folder must not be published, and which folder to take instead; undefined for a folder that may be.
 *
 * A folder of pages never holds a package.json at its root: where there is one, the folder is a project with its sources.
 *
 * @param folder absolute path of the folder, with the separators of any system
 * @param hasPackageJson whether a package.json lies directly in it
 * @returns a phrase for a message that has named the folder
 * @example
 * unpublishable('/home/ann/shop/.next/server/app', false);
 * // 'it holds compiled server code; name the folder `out`, which Next.js writes with `output: 'export'`'
 */
export function unpublishable(folder: string, hasPackageJson: boolean): string | undefined {
  const path = folder.replaceAll('\\', '/');
  const [, instead] = compiled.find(([each]) => each.test(path)) ?? [];
  if (instead !== undefined) return `it holds compiled server code; name the folder ${instead}`;
  if (!hasPackageJson) return undefined;
  return 'it is a project, for it holds a package.json; name the folder that its build writes, such as `dist`, `build`, `out` or `_site`';
}
