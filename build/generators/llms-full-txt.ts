import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaces } from '../contract/surfaces.ts';
import { joinedTexts } from '../contract/text.ts';
import type { Artifact } from '../files.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { markdownText, plainText } from './markdown-text.ts';

/** The line above and below the two URLs of a page. No line of a page begins with it. */
export const pageSeparator = '='.repeat(80);

/** `/llms-full.txt`: every page of llms.txt in its order, with its title and URLs. */
export function llmsFullTxt(site: Site): Artifact[] {
  const pages = site.pages.map((page) => {
    const blocks = [
      `${pageSeparator}\nSource: ${page.canonical}\nMarkdown: ${twinUrl(site, page)}\n${pageSeparator}`,
      `# ${site.headingOf(page) || markdownText(page.title)}`,
      ...[site.bodyOf(page)].filter(Boolean).map(withoutSeparators),
    ];
    return site.keep(`\n${blocks.join('\n\n')}\n`);
  });
  const intro = [`# ${plainText(site.name)}`, ...(site.description ? [`> ${plainText(site.description)}`] : [])];
  const { path, mediaType } = surfaces.getLlmsFullTxt;
  return [{ path: fileOfUrl(path), mediaType, body: joinedTexts([`${intro.join('\n\n')}\n`, ...pages]) }];
}

/** Code may hold any line: one that begins like a boundary, or that a reader who does not count would take for one, is indented. */
const withoutSeparators = (body: string): string => (body.includes('===') ? body.replace(separator, ' $&') : body);

const separator = /^(?:={80}|={3,}[ \t]*\n[ \t]*Source:)/gm;
