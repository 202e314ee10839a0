import { twinFileOf } from '../../contract/permalinks.ts';
import type { Artifact } from '../../files.ts';
import { generate, generators } from '../../generators/index.ts';
import { twinArtifact } from '../../generators/twin.ts';
import type { Page } from '../../page/page.ts';
import type { Site } from '../../page/site.ts';

/** The artifacts of one build of a preview. */
export interface PreviewArtifacts {
  readonly artifacts: readonly Artifact[];
  /** Whether other pages may show something of what changed: titles, descriptions, sections, what there is at all. */
  readonly affectsOthers: boolean;
  /** What is long, and read by nobody who has just saved a page: made when there is time. */
  readonly late?: () => Artifact[];
}

/**
 * Generates the artifacts of a site that changes little from build to build. Where only the content of pages is another,
 * nothing but their twins and llms-full.txt is: every other document is made of what pages say of themselves.
 */
export function createPreviewArtifacts(): (site: Site, pages: readonly Page[]) => PreviewArtifacts {
  let description = '';
  let read: ReadonlySet<Page> = new Set();
  const known = new Map<string, Artifact>();

  return (site, pages) => {
    const before = { description, read };
    description = descriptionOf(site, pages);
    read = new Set(pages);
    if (description !== before.description) {
      known.clear();
      // An author wants to see the twin of a draft, too. It is in no index, and says what it is.
      const drafts = pages.filter(isDraft).map((page) => twinArtifact(site, page));
      for (const artifact of [...generate(site), ...drafts]) known.set(artifact.path, artifact);
      return { artifacts: [...known.values()], affectsOthers: true };
    }
    for (const page of pages)
      if (!before.read.has(page) && (!page.leftOut || isDraft(page))) known.set(twinFileOf(page.url), twinArtifact(site, page));
    return {
      artifacts: [...known.values()],
      affectsOthers: false,
      late() {
        const artifacts = generators.getLlmsFullTxt(site);
        for (const artifact of artifacts) known.set(artifact.path, artifact);
        return artifacts;
      },
    };
  };
}

export const isDraft = ({ leftOut }: Page): boolean => leftOut === 'draft';

/** All that generators read, but for the content of pages. */
function descriptionOf({ settings, redirects }: Site, pages: readonly Page[]): string {
  const described = pages.map(({ body, facts, parity, ...page }) => page);
  return JSON.stringify([settings, [...redirects], described.sort((a, b) => (a.file < b.file ? -1 : 1))]);
}
