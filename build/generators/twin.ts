import { memoizeByObject } from '../contract/std/collections.ts';
import { surfaces } from '../contract/surfaces.ts';
import { type Artifact, hashOf } from '../files.ts';
import type { SitePage } from '../page/page.ts';
import { isForeign, type Site } from '../page/site.ts';
import { withFrontMatter } from './front-block.ts';
import { markdownText } from './markdown-text.ts';
import { partsOfPage, withoutContents } from './parts/page-parts.ts';
import { withPartLinks } from './parts/parts.ts';
import { surfaceFacts, textArtifact } from './surface-artifact.ts';

/** The twin of every public page: front matter, one H1, a line with links to the indexes, the content. */
export function twins(site: Site): Artifact[] {
  return site.published.map((page) => twinArtifact(site, page));
}

/** The twin of one page. Drafts in a preview are marked. */
export const twinArtifact = (site: Site, page: SitePage): TwinArtifact => twinsOf(site)(page);

type TwinArtifact = Artifact &
  Required<Pick<Artifact, 'hash' | 'tokens'>> & {
    readonly body: string;
    /** Characters of the body, which is made anew for each reading. */
    readonly length: number;
  };

/** Memoized without the text, because each index contains its size. */
const twinsOf = memoizeByObject((site: Site) =>
  memoizeByObject((page: SitePage) => {
    const { body, tokens } = twinOf(site, page);
    return textArtifact(
      { ...surfaceFacts('getPageMarkdown', page.twin), hash: hashOf(body), tokens, length: body.length },
      () => twinOf(site, page, tokens).body,
    );
  }),
);

/** @param tokens of the twin, if known */
function twinOf(site: Site, page: SitePage, tokens?: number): { body: string; tokens: number } {
  const body = site.bodyOf(page);
  const parts = partsOfPage(site, page);
  const front = {
    title: page.title,
    ...(page.leftOut === 'draft' && { draft: true }),
    ...(page.description && { description: page.description }),
    canonical_url: page.canonical,
    ...(page.modified && { last_updated: page.modified }),
    ...(isForeign(page, site.settings.language) && { language: page.language }),
  };
  return withFrontMatter(
    front,
    [
      `# ${site.headingOf(page) || markdownText(page.title)}`,
      indexLineOf(site.settings.url),
      ...(parts ? [parts.outline] : []),
      ...(body ? [withPartLinks(site, parts ? withoutContents(body) : body)] : []),
    ],
    tokens,
  );
}

/** Links to the indexes of the site at a URL, for agents that start at one page. */
const indexLineOf = (url: string): string =>
  `> For the complete index of this site, see [llms.txt](${url}${surfaces.getLlmsTxt.path}); every page is listed in the [sitemap](${url}${surfaces.getSitemapMd.path}).`;
