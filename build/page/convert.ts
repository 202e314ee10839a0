import { parityOf } from '../twin/parity.ts';
import { Reading, type ReadingSettings } from '../twin/reading.ts';
import { toMarkdown } from '../twin/to-markdown.ts';
import type { Conversion } from './page.ts';
import type { PageContent } from './parse-html.ts';
import { firstParagraphOf } from './summary.ts';

/** All inputs of a conversion except the HTML and its URL. */
export interface ConvertSettings extends ReadingSettings {
  readonly url: string;
  readonly parity: boolean;
  /** Whether to say what was left out and why. */
  readonly debug?: boolean;
}

/** Converts the content of a page to Markdown and, with `parity`, compares both. */
export function convert(part: PageContent, pageUrl: string, settings: ConvertSettings): Conversion {
  const context = { pageUrl, siteUrl: settings.url };
  const reading = new Reading(part.document(), settings);
  const twin = toMarkdown(reading, context);
  const markdown = twin.heading ? `# ${twin.heading}\n\n${twin.body}` : twin.body;
  return {
    ...twin,
    firstParagraph: firstParagraphOf(reading, pageUrl),
    root: rootName(reading.root),
    ...(reading.isUnnamed && { isUnnamed: true }),
    ...(settings.debug && { decisions: reading.decisions() }),
    ...(settings.parity && { parity: parityOf(reading, markdown, context) }),
  };
}

/** `div#content`, `article.post`. */
export function rootName({ localName, id, classList }: Element): string {
  const [first] = classList;
  return id && !/\d/.test(id) ? `${localName}#${id}` : first ? `${localName}.${first}` : localName;
}
