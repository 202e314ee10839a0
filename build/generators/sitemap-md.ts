import { stemOfPage } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { SitePage } from '../page/page.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { markdownText } from './markdown-text.ts';
import { indexFiles, lineOfPage } from './split-index.ts';
import { type Divided, surfaceArtifact } from './surface-artifact.ts';

/** `/sitemap.md`: every public page by section, nested by URL, one line each; above the limit of an index also `/SECTION/sitemap.md`. */
export const sitemapMd = memoizeByObject((site: Site): Divided => {
  const { host } = new URL(site.settings.url);
  const home = site.pages.some(({ url }) => url === '/') ? `[${host}](${site.settings.url}/)` : host;
  const { root, files } = indexFiles(site, {
    pathOf: (folder) => surfaces.getSectionSitemapMd.path.replace('{section}', folder),
    documentOf(group, blocks) {
      const title = `# Sitemap of ${markdownText(site.name)}${group ? `: ${markdownText(group.title)}` : ''}`;
      const about = group
        ? `> Pages of the section “${markdownText(group.title)}”, as links to their Markdown. All sections are in the [sitemap](${absoluteUrl(site, surfaces.getSitemapMd.path)}).`
        : `> Every public page of ${home}, as links to its Markdown.`;
      return `${[title, about, ...blocks].join('\n\n')}\n`;
    },
    linesOf: (pages, about) => nested(site, pages, about),
  });
  return {
    first: surfaceArtifact('getSitemapMd', root),
    further: files.map(({ path, body }) => surfaceArtifact('getSectionSitemapMd', body, path)),
  };
});

interface Node {
  readonly page: SitePage;
  readonly children: Node[];
}

function nested(site: Site, pages: readonly SitePage[], about: number): string {
  const all = pages.map((page): Node => ({ page, children: [] }));
  const nodes = new Map(all.map((node) => [folderOf(node.page.url), node]));
  const roots: Node[] = [];
  for (const node of all) (parentOf(folderOf(node.page.url), nodes)?.children ?? roots).push(node);
  const lines = (list: readonly Node[], indent: string): string[] =>
    list.flatMap(({ page, children }) => [indent + lineOfPage(site, page, about), ...lines(children, `${indent}  `)]);
  return lines(roots, '').join('\n');
}

const folderOf = (url: string): string => `${stemOfPage(url)}/`;

/** The nearest ancestor in the same section. The home page has no children, because all pages would be. */
function parentOf(folder: string, nodes: ReadonlyMap<string, Node>): Node | undefined {
  for (let above = upFrom(folder); above.length > 1; above = upFrom(above)) {
    const node = nodes.get(above);
    if (node) return node;
  }
  return undefined;
}

const upFrom = (folder: string): string => folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
