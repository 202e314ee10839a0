import type { Conversion } from './page.ts';
import { parseDocument } from './parse-document.ts';
import { contentRootOf } from './twin/content-root.ts';
import { parityOf } from './twin/parity.ts';
import { toMarkdown } from './twin/to-markdown.ts';

/** What a conversion depends on besides the HTML. */
export interface ConvertSettings {
  readonly url: string;
  readonly content?: string | undefined;
  readonly parity: boolean;
}

/** Converts the content of a page to Markdown and, where asked, measures what the twin kept. */
export function convert(html: string, pageUrl: string, settings: ConvertSettings): Conversion {
  const root = contentRootOf(parseDocument(html), settings.content);
  const firstParagraph =
    [...root.querySelectorAll('p')].map((paragraph) => paragraph.textContent.replace(/\s+/g, ' ').trim()).find(Boolean) ?? '';
  const context = { pageUrl, siteUrl: settings.url };
  const { heading, body } = toMarkdown(root, context);
  if (!settings.parity) return { heading, body, firstParagraph };
  return { heading, body, firstParagraph, parity: parityOf(root, heading ? `# ${heading}\n\n${body}` : body, context) };
}
