import { contentRootOf } from '../twin/content-root.ts';
import { type Frame, framedIn } from '../twin/frame.ts';
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
  /** What stands around the content of the site's pages, where that is known. */
  readonly frame?: Frame | undefined;
  /** Whether `main` and its like hold the content for certain: the site's author builds with us and can say otherwise. */
  readonly trusted?: boolean | undefined;
}

/** Converts the content of a page to Markdown and, if `parity` is set, measures what the twin holds. */
export function convert(html: string, pageUrl: string, settings: ConvertSettings): Conversion {
  const document = parseDocument(html);
  const out = settings.frame && document.body ? framedIn(document.body, settings.frame) : new Set<Element>();
  const root = contentRootOf(document, settings.content, { out, trusted: settings.trusted });
  const found = { firstParagraph: firstParagraphOf(root, out), root: nameOf(root) };
  const context = { pageUrl, siteUrl: settings.url };
  const twin = toMarkdown(root, context, out);
  if (!settings.parity) return { ...twin, ...found };
  // Where the site shows what stands around content, what the content was taken for is not believed, unless the author named it.
  const named = settings.content !== undefined && document.querySelector(settings.content) === root;
  const measured = settings.frame && !named ? document.body : root;
  const { heading, body } = twin;
  const markdown = heading ? `# ${heading}\n\n${body}` : body;
  return { ...twin, ...found, parity: parityOf(measured, markdown, { ...context, frame: settings.frame, out }) };
}

/** `div#content`, `article.post`. */
function nameOf({ localName, id, classList }: Element): string {
  const [first] = classList;
  return id && !/\d/.test(id) ? `${localName}#${id}` : first ? `${localName}.${first}` : localName;
}

/** The first paragraph that says something: "New in version 2.0." and "Contents:" are taken only if there is no longer one. */
function firstParagraphOf(root: Element, out: ReadonlySet<Element>): string {
  let short = '';
  for (const paragraph of root.querySelectorAll('p')) {
    if (out.size > 0 && [...out].some((element) => element.contains(paragraph))) continue;
    const text = paragraph.textContent.replace(/\s+/g, ' ').trim();
    const marked = [...paragraph.querySelectorAll('a, time')].map((part) => part.textContent.replace(/\s+/g, ' ').trim());
    if (!text || isByline(text, marked)) continue;
    if (text.length >= 40) return text;
    short ||= text;
  }
  return short;
}
