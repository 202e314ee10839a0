import { stemOfPage } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import type { Section, Site } from '../page/site.ts';
import { markdownText } from './markdown-text.ts';
import { lineOfPage } from './page-line.ts';
import { surfaceArtifact } from './surface-artifact.ts';

/** `/sitemap.md`: every public page by section, nested by URL, one line each. */
export const sitemapMd = memoizeByObject((site: Site): Artifact[] => {
  const optional = site.optional.length > 0 ? [{ name: 'Optional', pages: site.optional }] : [];
  const { host } = new URL(site.settings.url);
  const blocks = [
    `# Sitemap of ${markdownText(site.name)}`,
    `> Every public page of ${site.pages.some(({ url }) => url === '/') ? `[${host}](${site.settings.url}/)` : host}, as links to its Markdown.`,
    ...[...site.sections, ...optional].flatMap((section) => [`## ${markdownText(section.name)}`, nested(site, section)]),
  ];
  return [surfaceArtifact('getSitemapMd', `${blocks.join('\n\n')}\n`)];
});

interface Node {
  readonly page: Page;
  readonly children: Node[];
}

function nested(site: Site, section: Section): string {
  const all = section.pages.map((page): Node => ({ page, children: [] }));
  const nodes = new Map(all.map((node) => [folderOf(node.page.url), node]));
  const roots: Node[] = [];
  for (const node of all) (parentOf(folderOf(node.page.url), nodes)?.children ?? roots).push(node);
  const lines = (list: readonly Node[], indent: string): string[] =>
    list.flatMap(({ page, children }) => [indent + lineOfPage(site, page), ...lines(children, `${indent}  `)]);
  return lines(roots, '').join('\n');
}

const folderOf = (url: string): string => `${stemOfPage(url)}/`;

/** The nearest page above in the same section. The home page has no children, because all pages would be. */
function parentOf(folder: string, nodes: ReadonlyMap<string, Node>): Node | undefined {
  for (let above = upFrom(folder); above.length > 1; above = upFrom(above)) {
    const node = nodes.get(above);
    if (node) return node;
  }
  return undefined;
}

const upFrom = (folder: string): string => folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
