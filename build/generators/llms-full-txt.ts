import { memoizeByObject } from '../contract/std/collections.ts';
import { counted } from '../contract/std/words.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { SitePage } from '../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownParagraph, markdownText, sizeOf } from './markdown-text.ts';
import { leavesOf, sectionGroups } from './section-files.ts';
import { type Divided, surfaceFacts, textArtifact } from './surface-artifact.ts';
import { twinArtifact } from './twin.ts';

/** Characters above which the pages stand in files by section: about 100,000 tokens, half of a usual context window. */
const fileLimit = 400_000;
/** The line above and below the two URLs of a page. No line of a page begins with it. */
const pageSeparator = '='.repeat(80);

/**
 * `/llms-full.txt`: all pages of llms.txt in order, with titles and URLs. Above the limit it lists `/SECTION/llms-full.txt`, one or
 * several for each section.
 */
export const llmsFullTxt = memoizeByObject((site: Site): Divided => {
  const opening = [`# ${markdownText(site.name)}`, ...(site.description ? [`> ${markdownParagraph(site.description)}`] : [])];
  const { getLlmsFullTxt, getSectionLlmsFullTxt } = surfaces;
  const textOfPage = (page: SitePage): string => {
    const blocks = [
      `${pageSeparator}\nSource: ${page.canonical}\nMarkdown: ${twinUrl(site, page)}\n${pageSeparator}`,
      `# ${site.headingOf(page) || markdownText(page.title)}`,
      ...[site.bodyOf(page)].filter(Boolean).map(withoutSeparators),
    ];
    return `\n${blocks.join('\n\n')}\n`;
  };
  // A page takes as much as its twin: its front matter stands for the two URLs.
  const lengthOf = (page: SitePage): number => twinArtifact(site, page).length;
  const artifact = (path: string, opening: readonly string[], pages: readonly SitePage[] = []): Artifact =>
    textArtifact(surfaceFacts('getLlmsFullTxt', path), () => [`${opening.join('\n\n')}\n`, ...pages.map(textOfPage)].join(''));

  const length = site.pages.reduce((sum, page) => sum + lengthOf(page), lengthOfAll(opening));
  if (length <= fileLimit) return { first: artifact(getLlmsFullTxt.path, opening, site.pages), further: [] };
  const root = absoluteUrl(site, getLlmsFullTxt.path);
  const openingOf = (name: string): string[] => [
    `# ${markdownText(site.name)}: ${markdownText(name)}`,
    `> Pages of the section “${markdownText(name)}”. The files of all sections are listed in [llms-full.txt](${root}).`,
  ];
  const roomFor = (title: string): number => fileLimit - lengthOfAll(openingOf(title));
  const files = leavesOf(sectionGroups(site, { roomFor, lengthOf })).map((file) => ({
    ...file,
    path: getSectionLlmsFullTxt.path.replace('{section}', file.folder),
  }));
  const lines = files.map(({ title, path, pages }) => {
    const tokens = pages.reduce((sum, page) => sum + twinArtifact(site, page).tokens, 0);
    return `${indexLine(title, absoluteUrl(site, path), counted(pages.length, 'page'))} ${sizeOf(tokens)}`;
  });
  return {
    first: artifact(getLlmsFullTxt.path, [...opening, 'The full content of the pages, in several files:', lines.join('\n')]),
    further: files.map(({ title, path, pages }) => artifact(path, openingOf(title), pages)),
  };
});

const lengthOfAll = (blocks: readonly string[]): number => blocks.reduce((sum, block) => sum + block.length + 2, 0);

/** Indents lines of code that look like a boundary, also to readers who do not count characters. */
const withoutSeparators = (body: string): string => (body.includes('===') ? body.replace(separator, ' $&') : body);

const separator = /^(?:={80}|={3,}[ \t]*\n[ \t]*Source:)/gm;
