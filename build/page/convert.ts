import { contentRootOf } from '../twin/content-root.ts';
import { parityOf } from '../twin/parity/parity.ts';
import { toMarkdown } from '../twin/to-markdown.ts';
import { isByline } from './byline.ts';
import type { Conversion } from './page.ts';
import { parseDocument } from './parse-html.ts';

/** What a conversion depends on besides the HTML. */
export interface ConvertSettings {
  readonly url: string;
  readonly content?: string | undefined;
  readonly parity: boolean;
}

/** Converts the content of a page to Markdown and, where asked, measures what the twin kept. */
export function convert(html: string, pageUrl: string, settings: ConvertSettings): Conversion {
  const root = contentRootOf(parseDocument(html), settings.content);
  const firstParagraph = firstParagraphOf(root);
  const context = { pageUrl, siteUrl: settings.url };
  const converted = toMarkdown(root, context);
  const heading = narrow(converted.heading);
  const body = narrow(converted.body);
  if (!settings.parity) return { heading, body, firstParagraph };
  return { heading, body, firstParagraph, parity: parityOf(root, heading ? `# ${heading}\n\n${body}` : body, context) };
}

function firstParagraphOf(root: Element): string {
  for (const paragraph of root.querySelectorAll('p')) {
    const text = paragraph.textContent.replace(/\s+/g, ' ').trim();
    const marked = [...paragraph.querySelectorAll('a, time')].map((part) => part.textContent.replace(/\s+/g, ' ').trim());
    if (text && !isByline(text, marked)) return text;
  }
  return '';
}

/** Marks of conversion, though gone, leave a string at two bytes a character; most need one, on a large site in all that is made of it. */
const narrow = (text: string): string => (/[\u0100-\uffff]/.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1'));
