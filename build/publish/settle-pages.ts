import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaceList } from '../contract/surfaces.ts';
import type { PageFailure } from '../page/messages.ts';
import type { LocatedPage, ReadPage } from '../page/page.ts';
import { type SitePages, sitePagesOf } from '../page/site-pages.ts';
import type { ResolvedSettings } from '../settings.ts';
import { createLedger, hasNoUrl } from './ledger.ts';

const document = 'a document of the site';

/**
 * The pages of a site that is built, with room for their twins. Documents of the contract come first, then the pages by path,
 * `.html` before `.htm`; a page whose twin file is taken is a failure. An existing twin belongs to its page.
 *
 * @param files of the site, relative to its folder, without generated ones
 */
export function settlePages(
  read: readonly (ReadPage | PageFailure)[],
  files: readonly string[],
  settings: Pick<ResolvedSettings, 'url' | 'htmlUrls'>,
): SitePages {
  const there = new Set(files);
  return sitePagesOf(read, there, settings, (pages) => withRoom(pages, there));
}

function withRoom(pages: readonly (LocatedPage | PageFailure)[], there: ReadonlySet<string>): (LocatedPage | PageFailure)[] {
  const existing = createLedger(there);
  const ledger = createLedger();
  for (const { kind, path, yields } of surfaceList)
    if (kind === 'artifact' && !yields && !path.includes('{')) ledger.claim(fileOfUrl(path), document);
  // `index.html` before `Index.html`: the index of its folder on every host.
  const place = ({ file }: { readonly file: string }): string =>
    `${file.endsWith('.htm') ? 1 : 0}${file.replace(/(^|\/)(?=index\.html?$)/, '$1\0')}`;
  const failures = new Map<string, Omit<PageFailure, 'file'>>();
  for (const page of [...pages].sort((a, b) => (place(a) < place(b) ? -1 : 1))) {
    if ('failure' in page || page.leftOut) continue;
    const twin = fileOfUrl(page.twin);
    const owner = ledger.conflict(twin)?.owner;
    const taken = there.has(twin) ? undefined : existing.conflict(twin);
    const fail = (reason: Omit<PageFailure, 'file'>): unknown => failures.set(page.file, reason);
    if (hasNoUrl(page.file)) fail({ failure: 'its name holds a control character or a backslash, which no URL may hold' });
    else if (owner) fail({ failure: `its twin ${twin} is already ${owner}`, ...(owner === document && { isTaken: true }) });
    else if (taken) fail({ failure: `the place of its twin ${twin} is taken by ${taken.path}` });
    else ledger.claim(twin, `the twin of ${page.file}`);
  }
  return pages.map((page) => {
    const reason = failures.get(page.file);
    if (reason) return { file: page.file, ...(page.source && { source: page.source }), ...reason };
    if ('failure' in page || !there.has(fileOfUrl(page.twin))) return page;
    // The parity of a twin that is not published.
    const { parity, ...theirs } = page;
    return theirs;
  });
}
