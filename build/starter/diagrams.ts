import { importIfThere } from './optional-package.ts';

/** The part of the package that draws Mermaid's diagrams, without a browser. */
interface Drawing {
  renderMermaidSVG(source: string, options: object): string;
}

const drawn =
  /<(div|figure) class="code" data-language="mermaid">\n(?:<figcaption>(.*?)<\/figcaption>\n)?<pre[^>]*>(<code[^>]*>([\s\S]*?)<\/code>)<\/pre>\n<\/\1>/g;

/**
 * Draws the fences `mermaid` of a page as SVG for people; agents keep the source. Without the package, or for a kind of diagram that
 * it does not know, the source stays code for all.
 *
 * @param note says one line
 */
export async function drawDiagrams(html: string, file: string, note: (line: string) => void): Promise<string> {
  if (!html.includes(' data-language="mermaid"')) return html;
  const drawing = await importIfThere<Drawing>('beautiful-mermaid');
  if (!drawing) {
    note('Diagrams of Mermaid stay code; to draw them for people, run npm install beautiful-mermaid');
    return html;
  }
  let count = 0;
  return html.replace(drawn, (whole, _tag, title: string | undefined, code: string, source: string) => {
    try {
      const svg = drawing.renderMermaidSVG(textIn(source), { transparent: true });
      const label =
        title ??
        source
          .replace(/<[^>]*>/g, '')
          .trim()
          .replace(/\s+/g, ' ');
      const picture = `<div class="diagram" role="img" aria-label="${label}" tabindex="0" data-markdown-ignore data-pagefind-ignore>${inPage(svg, ++count)}</div>`;
      const caption = title ? `<figcaption>${title}</figcaption>\n` : '';
      return `<figure>\n${picture}\n<pre data-markdown-only hidden>${code}</pre>\n${caption}</figure>`;
    } catch (error) {
      note(`${file}: a diagram stays code: ${(error as Error).message.split('\n')[0]}`);
      return whole;
    }
  });
}

const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/** Without styles, which a strict policy ignores and the style sheet has, and with ids that no other diagram has. */
const inPage = (svg: string, number: number): string =>
  svg
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/(\sid="|url\(#)/g, `$1diagram-${number}-`);
