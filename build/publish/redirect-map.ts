import { readFileSync, statSync } from 'node:fs';
import {
  decodeLoosely,
  encodePath,
  type IsPage,
  pageAliasesOf,
  pageUrlOf,
  twinUrlAt,
  twinUrlOf,
} from '../contract/permalinks.ts';
import { checkRedirectsLength, redirectLimits, redirectLine, redirectRules } from '../contract/redirects.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaceList } from '../contract/surfaces.ts';

/** A built page and the old paths in its front matter. */
export interface Moved {
  readonly file: string;
  readonly source: string;
  readonly from: readonly string[];
}

/** An old path that cannot redirect, and why. */
export interface RefusedRedirect {
  readonly source: string;
  readonly old: string;
  readonly message: string;
  readonly fix: string;
}

/**
 * Old path → path of the page, and old twin → twin. Old paths that are published (a loop or a chain), or that several pages
 * claim, are refused.
 *
 * @param pages URLs of all pages
 * @param documents URLs of all other files
 * @throws {UserError} if there are too many
 */
export function redirectMap(
  moved: readonly Moved[],
  pages: readonly string[],
  documents: readonly string[] = [],
  htmlUrls = false,
): { readonly redirects: Map<string, string>; readonly refused: readonly RefusedRedirect[] } {
  const urls = new Set(pages);
  const isPage: IsPage = (url) => urls.has(url);
  const published = new Set([
    ...pages.flatMap((url) => [url, twinUrlOf(url, isPage), ...pageAliasesOf(url)]),
    ...documents,
    ...surfaceList.map(({ path }) => path),
  ]);
  const redirects = new Map<string, string>();
  const owners = new Map<string, string>();
  const refused: RefusedRedirect[] = [];
  for (const { file, source, from } of moved) {
    const url = pageUrlOf(file, htmlUrls);
    for (const old of from.map((path) => encodePath(decodeLoosely(path)))) {
      const owner = owners.get(old);
      owners.set(old, source);
      const reason =
        old === url || pageAliasesOf(url).includes(old)
          ? { message: `redirect_from ${old} is the page itself, a loop`, fix: 'remove it' }
          : published.has(old)
            ? {
                message: `redirect_from ${old}: that path is published, so the redirect would be ignored or create a chain`,
                fix: 'remove it',
              }
            : owner && owner !== source
              ? { message: `redirect_from ${old} is claimed by ${owner} too`, fix: 'keep one' }
              : undefined;
      if (reason) {
        refused.push({ source, old, ...reason });
        continue;
      }
      redirects.set(old, url);
      redirects.set(twinUrlAt(old, isPage), twinUrlOf(url, isPage));
    }
  }
  const bytes = [...redirects].reduce((sum, [from, to]) => sum + redirectLine(from, to).length, 0);
  if (redirects.size > redirectLimits.rules || bytes > redirectLimits.bytes)
    throw new UserError(
      `redirect_from: ${redirects.size} redirects (two for each old path) of ${bytes} bytes; at most ${redirectLimits.rules} of ${redirectLimits.bytes} bytes are served. Remove some, or redirect on the server in front`,
    );
  return { redirects, refused };
}

/** Checks the author's own `_redirects` file. @throws {UserError} one line, if the proxy would not read it */
export function checkRedirectsFile(path: string): void {
  try {
    checkRedirectsLength(statSync(path).size);
    for (const _ of redirectRules(readFileSync(path, 'utf8')));
  } catch (error) {
    throw error instanceof RangeError ? new UserError([error.message]) : error;
  }
}
