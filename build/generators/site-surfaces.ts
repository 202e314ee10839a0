import { memoizeByObject } from '../contract/std/collections.ts';
import { surfacesOf } from '../contract/surfaces.ts';
import type { Site } from '../page/site.ts';

/** The surfaces of a site, without documents that yield to the twin of a page, such as `/problems.md` in the starter. */
export const siteSurfaces = memoizeByObject((site: Site) => {
  const twins = new Set(site.pages.map(({ twin }) => twin));
  return surfacesOf(site.settings).filter(({ yields, path }) => !yields || !twins.has(path));
});
