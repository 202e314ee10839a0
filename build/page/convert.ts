import { contentRootOf } from '../twin/content-root.ts';
import { parityOf } from '../twin/parity/parity.ts';
import { toMarkdown } from '../twin/to-markdown.ts';
import { isByline } from './byline.ts';
import type { Conversion } from './page.ts';
import { parseDocument } from './parse-html.ts';

/** What a conversion depends on besides the HTML and its URL. */
export interface ConvertSettings {
  readonly url: string;
  readonly content?: string | undefined;
  readonly parity: boolean;
}

/** Converts the content of a page to Markdown and, if `parity` is set, measures what the twin holds. */
export function convert(html: string, pageUrl: string, settings: ConvertSettings): Conversion {
  const root = contentRootOf(parseDocument(html), settings.content);
  const firstParagraph = firstParagraphOf(root);
  const context = { pageUrl, siteUrl: settings.url };
  const twin = toMarkdown(root, context);
  if (!settings.parity) return { ...twin, firstParagraph };
  const { heading, body } = twin;
  return { ...twin, firstParagraph, parity: parityOf(root, heading ? `# ${heading}\n\n${body}` : body, context) };
}

function firstParagraphOf(root: Element): string {
  for (const paragraph of root.querySelectorAll('p')) {
    const text = paragraph.textContent.replace(/\s+/g, ' ').trim();
    const marked = [...paragraph.querySelectorAll('a, time')].map((part) => part.textContent.replace(/\s+/g, ' ').trim());
    if (text && !isByline(text, marked)) return text;
  }
  return '';
}
