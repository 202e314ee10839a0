import { withoutEndSlash } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import { type InLanguage, languageFolderOf } from '../page/translations.ts';

export interface Version {
  readonly name: string;
  /** Path of its pages: `/v2`, or `/`. */
  readonly path: string;
}

/** A page in a version, or the first page of that version. */
export interface InVersion {
  readonly version: Version;
  readonly url: string;
  readonly isSame: boolean;
}

/** The version of a page, and the page in other versions. */
export interface InVersions {
  readonly version: Version;
  /** Whether it is older than the current one. */
  readonly isOlder: boolean;
  readonly current: InVersion;
  /** In the order of the settings, the page's own included. */
  readonly all: readonly InVersion[];
}

/**
 * The versions of each page below the path of one, by its URL: `/v1/install` is `/v2/install` in version 2, and
 * `/de/v1/install` is `/de/v2/install`.
 *
 * @param versions the current one first
 * @throws {UserError} if a version has no pages
 */
export function createVersions(pages: readonly InLanguage[], versions: readonly Version[]): ReadonlyMap<string, InVersions> {
  const byUrl = new Map(pages.map((page) => [withoutEndSlash(page.url), page]));
  const placed = pages.flatMap((page) => placeOf(page, versions) ?? []);
  const versionOf = new Map(placed.map(({ page, version }) => [page, version]));
  const firsts = new Map<Version, InLanguage>();
  const firstsIn = new Map<string, InLanguage>();
  for (const { page, version, language } of placed) {
    if (!firsts.has(version)) firsts.set(version, page);
    const key = language + version.path;
    if (!firstsIn.has(key)) firstsIn.set(key, page);
  }
  for (const [at, version] of versions.entries())
    if (pages.length > 0 && !firsts.has(version))
      throw new UserError(
        `site/_data/site.json: versions[${at}].path: no page lies below ${version.path}; put one into site${version.path}, or remove the version`,
      );
  const firstOf = (version: Version, language: string): InLanguage =>
    byUrl.get(withoutEndSlash(language + version.path)) ?? firstsIn.get(language + version.path) ?? firsts.get(version)!;
  const found = placed.map(({ page, version: own, language, rest }) => {
    const all = versions.map((version): InVersion => {
      const same = version === own ? page : byUrl.get(withoutEndSlash(language + withoutEndSlash(version.path) + rest));
      const isSame = same !== undefined && versionOf.get(same) === version;
      return { version, url: (isSame ? same : firstOf(version, language)).url, isSame };
    });
    return [page.url, { version: own, isOlder: own !== versions[0], current: all[0]!, all }] as const;
  });
  return new Map(found);
}

interface Place {
  readonly page: InLanguage;
  readonly version: Version;
  /** `/de`, or empty. */
  readonly language: string;
  /** The path of the page in its version: `/install`, or empty. */
  readonly rest: string;
}

/** A page in the version with the longest matching path. */
function placeOf(page: InLanguage, versions: readonly Version[]): Place | undefined {
  const folder = languageFolderOf(page);
  const language = folder && `/${folder}`;
  const path = withoutEndSlash(page.url.slice(language.length));
  const [version] = versions
    .filter((each) => `${path}/`.startsWith(`${withoutEndSlash(each.path)}/`))
    .sort((a, b) => b.path.length - a.path.length);
  return version && { page, version, language, rest: path.slice(withoutEndSlash(version.path).length) };
}
