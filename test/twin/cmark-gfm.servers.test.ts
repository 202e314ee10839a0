import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';

/** GitHub's renderer, for comparison: parity reads twins with markdown-it, which may differ. */
const withCmark = (twin: string): string =>
  execFileSync('cmark-gfm', ['--unsafe', '-e', 'table', '-e', 'strikethrough'], { input: twin, encoding: 'utf8' });

const markdown = new MarkdownIt({ html: true });
markdown.validateLink = () => true;

/** Elements and words of rendered Markdown, in order. */
function readingOf(html: string): string[] {
  const reading: string[] = [];
  const read = (node: Node): void => {
    if (node.nodeType === 3) reading.push(...((node as Text).data.match(/\S+/g) ?? []));
    else if (node.nodeType === 1) {
      const element = node as Element;
      reading.push(`<${element.localName}>`);
      for (const name of ['href', 'src', 'alt']) reading.push(...(decodedUrl(element.getAttribute(name)) ?? []));
    }
    for (let child = node.firstChild; child; child = child.nextSibling) read(child);
    if (node.nodeType === 1) reading.push(`</${(node as Element).localName}>`);
  };
  read(parseDocument(`<body>${html}</body>`).body);
  // One renderer writes the alignment of columns as a style, and no tbody for tables without rows.
  return reading.filter((part) => !/^<\/?(?:tbody|s|del)>$/.test(part));
}

/** Normalizes URLs, because renderers escape them differently. */
function decodedUrl(url: string | null): string[] | undefined {
  if (url === null) return undefined;
  try {
    return [decodeURI(url)];
  } catch {
    return [url];
  }
}

for (const folder of ['rules', 'pages']) {
  const path = `${import.meta.dirname}/fixtures/${folder}`;
  const names = readdirSync(path).filter((name) => name.endsWith('.md'));
  describe(`two renderers read a twin alike: ${folder}`, () => {
    it.each(names)('%s', (name) => {
      const twin = readFileSync(`${path}/${name}`, 'utf8');
      expect(readingOf(withCmark(twin))).toEqual(readingOf(markdown.render(twin)));
    });
  });
}
