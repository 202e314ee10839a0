import { Document } from 'yaml';
import { twinFileOf } from '../contract/permalinks.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import { absoluteUrl, isForeign, type Site } from '../page/site.ts';
import { markdownText } from './markdown-text.ts';

/** The twin of every public page: front matter, one H1, where the index is, the content, where the sitemap is. */
export function twins(site: Site): Artifact[] {
  return site.pages.map((page) => twinArtifact(site, page));
}

/** One twin. That of a draft, which only a preview has, says what it is. */
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
    `---\n${toYaml(front)}---`,
    `# ${site.headingOf(page) || markdownText(page.title)}`,
    `> For the complete index of this site, see [llms.txt](${absoluteUrl(site, surfaces.getLlmsTxt.path)}).`,
    ...(body ? [body] : []),
    `## Sitemap\n\nEvery public page is listed in the [sitemap](${absoluteUrl(site, surfaces.getSitemapMd.path)}).\n`,
  ].join('\n\n');
}

/** One for all twins: a new one each time would cost more than what it writes. */
const document = new Document();

function toYaml(value: object): string {
  document.contents = document.createNode(value);
  return document.toString({ lineWidth: 0 });
}
