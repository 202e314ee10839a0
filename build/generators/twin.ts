import { twinFileOf } from '../contract/permalinks.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import { absoluteUrl, isForeign, type Site } from '../page/site.ts';
import { markdownText } from './markdown-text.ts';
import { yamlScalar } from './yaml-scalar.ts';

/** The twin of every public page: front matter, one H1, a line with links to the indexes, the content. */
export function twins(site: Site): Artifact[] {
  return site.pages.map((page) => twinArtifact(site, page));
}

/** The twin of one page. A draft, which only a preview has, is marked as such. */
export const twinArtifact = (site: Site, page: Page): Artifact => ({
  path: twinFileOf(page.url),
  mediaType: surfaces.getPageMarkdown.mediaType,
  body: twinOf(site, page),
});

function twinOf(site: Site, page: Page): string {
  const body = site.bodyOf(page);
  const front = {
    title: page.title,
    ...(page.leftOut === 'draft' && { draft: true }),
    ...(page.description && { description: page.description }),
    canonical_url: page.canonical,
    ...(page.modified && { last_updated: page.modified }),
    ...(isForeign(page, site.settings.language) && { language: page.language }),
  };
  return [
    `---\n${Object.entries(front)
      .map(([key, value]) => `${key}: ${yamlScalar(value)}\n`)
      .join('')}---`,
    `# ${site.headingOf(page) || markdownText(page.title)}`,
    ...(site.settings.indexLine ? [indexLineOf(site)] : []),
    ...(body ? [body] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Where an agent that came to one page finds the others. */
const indexLineOf = (site: Site): string =>
  `> For the complete index of this site, see [llms.txt](${absoluteUrl(site, surfaces.getLlmsTxt.path)}); every page is listed in the [sitemap](${absoluteUrl(site, surfaces.getSitemapMd.path)}).`;
