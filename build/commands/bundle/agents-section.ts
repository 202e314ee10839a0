import { UserError } from '../../contract/std/errors.ts';
import { counted } from '../../contract/std/words.ts';

/** Instructions for coding agents, in the root of a package or repository (agents.md). */
export const agentsFile = 'AGENTS.md';

const first = '<!-- diptych bundle -->';
const last = '<!-- /diptych bundle -->';

export interface BundleFacts {
  /** Name of the site, as Markdown. */
  readonly title: string;
  readonly url: string;
  /** Folder and index of the bundle, relative to the file. */
  readonly folder: string;
  readonly index: string;
  readonly pages: number;
  /** Bytes. */
  readonly size: number;
}

/**
 * The text of an `AGENTS.md` with a section about a bundle, in place of the previous section, else at the end. Text outside
 * the two markers is unchanged.
 *
 * @throws {UserError} if a marker is unpaired, or there are several pairs
 */
export function withSection(text: string, { title, url, folder, index, pages, size }: BundleFacts): string {
  const section = `${first}
## Documentation of ${title}

\`${folder}/\` holds the documentation at <${url}> as Markdown: ${counted(pages, 'page')}, ${Math.ceil(size / 1000).toLocaleString('en')} kB. Read [its index](${encodeURI(folder)}/${index}) first: it describes each page in one sentence. Then read the pages that you need. Links between pages are relative; links to what is not here are URLs. Do not edit these files: \`diptych bundle\` writes them.
${last}`;
  const [before, ...after] = text.split(first);
  const [, rest, ...more] = (after[0] ?? '').split(last);
  if (after.length === 0 && !text.includes(last)) {
    const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}${section}\n`;
  }
  if (after.length !== 1 || rest === undefined || more.length > 0 || before!.includes(last))
    throw new UserError(`${agentsFile}: expected ${first} once, and ${last} once after it; correct the markers, or remove both`);
  return before + section + rest;
}
