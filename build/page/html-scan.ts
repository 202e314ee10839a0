import { Parser } from 'htmlparser2';

/** A reference that a page makes: where it points as written, and the line of the HTML (1-based). */
export interface Reference {
  readonly kind: 'link' | 'image' | 'resource';
  readonly target: string;
  readonly line: number;
}

/** What one streaming pass over the HTML of a page finds. */
export interface HtmlScan {
  readonly language?: string;
  readonly title?: string;
  /** `meta` by lower-case name or property; the first one wins. */
  readonly meta: ReadonlyMap<string, string>;
  readonly canonical?: string;
  /** `href` of the first `base` element: what relative references are relative to. */
  readonly base?: string;
  /** Whether a `meta http-equiv=refresh` sends the reader elsewhere. */
  readonly refresh: boolean;
  readonly jsonLd: readonly { readonly text: string; readonly line: number }[];
  readonly ids: readonly string[];
  readonly references: readonly Reference[];
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[];
  /** Images of the page: `alt` is undefined where the attribute is missing. */
  readonly images: readonly { readonly src: string; readonly alt: string | undefined; readonly line: number }[];
  /** Text outside code that reads like the syntax of a template engine. */
  readonly templateSyntax: readonly { readonly text: string; readonly line: number }[];
  /** Offsets of the one `main` element, where there is exactly one that is closed. */
  readonly main?: { readonly start: number; readonly end: number };
  /** How many elements there are. */
  readonly elements: number;
  /** How deep the deepest of them is nested. */
  readonly deepest: number;
}

const CODE = new Set(['code', 'pre', 'script', 'style', 'template', 'textarea', 'noscript', 'kbd', 'samp']);
// Not `\\frac{{a}}` (TeX) and not `${{ github.ref }}` (workflow files in prose).
const TEMPLATE_SYNTAX = /(?<!\\[a-zA-Z]+|[\^_{$])\{\{[^{}]*\}\}|\{%-?\s*\w[^%]*%\}|<%[=-]?[^%]*%>|\[object (?:Object|Promise)\]/;

/** Reads head facts, references, headings and the place of the content in one pass, without building a tree. */
export function scanHtml(html: string): HtmlScan {
  const meta = new Map<string, string>();
  const jsonLd: { text: string; line: number }[] = [];
  const ids: string[] = [];
  const references: Reference[] = [];
  const headings: { level: number; text: string; line: number }[] = [];
  const images: { src: string; alt: string | undefined; line: number }[] = [];
  const templateSyntax: { text: string; line: number }[] = [];
  const mains: { start: number; end: number; depth: number; closed: boolean }[] = [];
  const lineAt = lineCounter(html);
  let language: string | undefined;
  let title: string | undefined;
  let canonical: string | undefined;
  let base: string | undefined;
  let refresh = false;
  let depth = 0;
  let codeDepth = 0;
  let svgDepth = 0;
  /** Depth of `template` elements: what is in them is not part of the page. */
  let inertDepth = 0;
  let elements = 0;
  let deepest = 0;
  /** Elements whose text is being collected, innermost last. */
  const collectors: { depth: number; text: string; done: (text: string) => void }[] = [];

  const collect = (done: (text: string) => void): void => {
    collectors.push({ depth, text: '', done });
  };

  /** Notes what reads like the syntax of a template engine; the plain test first, for it runs on every text. */
  const suspect = (text: string, offset: number): void => {
    if (codeDepth > 0 || !(text.includes('{{') || text.includes('%') || text.includes('[object '))) return;
    const found = TEMPLATE_SYNTAX.exec(text);
    if (found) templateSyntax.push({ text: found[0], line: lineAt(offset) });
  };

  /** Text since the last tag: the parser gives it in pieces, cut at each entity. */
  let run = '';
  let runStart = 0;
  const endRun = (): void => {
    if (run !== '') suspect(run, runStart);
    run = '';
  };

  const refer = (kind: Reference['kind'], target: string | undefined, offset: number): void => {
    if (!target) return;
    references.push({ kind, target, line: lineAt(offset) });
    suspect(target, offset);
  };

  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        endRun();
        depth++;
        elements++;
        if (depth > deepest) deepest = depth;
        const here = parser.startIndex;
        if (CODE.has(name)) codeDepth++;
        if (name === 'svg') svgDepth++;
        if (name === 'template') inertDepth++;
        if (inertDepth > 0) return;
        const { id } = attributes;
        if (id) ids.push(id);
        switch (name) {
          case 'html':
            language = attributes.lang || undefined;
            break;
          case 'title':
            if (title === undefined && svgDepth === 0)
              collect((text) => {
                title = text;
              });
            break;
          case 'meta': {
            const key = (attributes.name ?? attributes.property ?? '').toLowerCase();
            if (key && attributes.content !== undefined && !meta.has(key)) {
              meta.set(key, attributes.content.trim());
              suspect(attributes.content, here);
            }
            if (attributes['http-equiv']?.toLowerCase() === 'refresh' && /url\s*=/i.test(attributes.content ?? ''))
              refresh = true;
            break;
          }
          case 'link':
            if (hasToken(attributes.rel, 'canonical')) canonical ??= attributes.href;
            else if (/\b(stylesheet|icon|manifest|preload)\b/i.test(attributes.rel ?? ''))
              refer('resource', attributes.href, here);
            break;
          case 'base':
            base ??= attributes.href;
            break;
          case 'a':
          case 'area':
            if (attributes.name) ids.push(attributes.name);
            refer('link', attributes.href, here);
            break;
          case 'img':
            images.push({ src: attributes.src ?? '', alt: attributes.alt, line: lineAt(here) });
            refer('image', attributes.src, here);
            for (const source of sourcesOf(attributes.srcset)) refer('image', source, here);
            if (attributes.alt) suspect(attributes.alt, here);
            break;
          case 'script':
            if (attributes.type === 'application/ld+json') {
              const line = lineAt(here);
              collect((text) => jsonLd.push({ text, line }));
            }
            refer('resource', attributes.src, here);
            break;
          case 'video':
            refer('image', attributes.poster, here);
            refer('resource', attributes.src, here);
            break;
          case 'source':
            for (const source of sourcesOf(attributes.srcset)) refer('image', source, here);
            refer('resource', attributes.src, here);
            break;
          case 'iframe':
          case 'audio':
          case 'embed':
            refer('resource', attributes.src, here);
            break;
          case 'object':
            refer('resource', attributes.data, here);
            break;
          case 'h1':
          case 'h2':
          case 'h3':
          case 'h4':
          case 'h5':
          case 'h6': {
            const line = lineAt(here);
            collect((text) => headings.push({ level: Number(name[1]), text, line }));
            break;
          }
        }
        if (name === 'main' || attributes.role === 'main') mains.push({ start: here, end: -1, depth, closed: false });
      },
      ontext(text) {
        for (const collector of collectors) collector.text += text;
        if (run === '') runStart = parser.startIndex;
        run += text;
      },
      onclosetag(name, implied) {
        endRun();
        const last = collectors.at(-1);
        if (last && last.depth === depth) {
          collectors.pop();
          last.done(name === 'script' ? last.text : last.text.replace(/\s+/g, ' ').trim());
        }
        const main = mains.findLast((open) => open.end < 0 && open.depth === depth);
        if (main) {
          main.end = parser.endIndex + 1;
          main.closed = !implied;
        }
        if (CODE.has(name)) codeDepth--;
        if (name === 'svg') svgDepth--;
        if (name === 'template') inertDepth--;
        depth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  endRun();
  const only = mains.length === 1 && mains[0]!.closed ? mains[0]! : undefined;
  return {
    ...(language && { language }),
    ...(title && { title }),
    meta,
    ...(canonical && { canonical }),
    ...(base && { base }),
    refresh,
    jsonLd,
    ids,
    references,
    headings,
    images,
    templateSyntax,
    ...(only && { main: { start: only.start, end: only.end } }),
    elements,
    deepest,
  };
}

const hasToken = (list: string | undefined, token: string): boolean => list?.toLowerCase().split(/\s+/).includes(token) ?? false;

/** The URLs of a `srcset` (HTML, 4.8.4.3.10): each up to white space, a comma at its end being the separator. */
function sourcesOf(srcset: string | undefined): string[] {
  return srcset ? [...srcset.matchAll(/[\s,]*(\S*[^\s,])(?:,|\s[^,]*(?:,|$)|$)/g)].map(([, url = '']) => url) : [];
}

/** Line of an offset, for offsets that never go back. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  // Kept between calls: a page on one line would be searched to its end by each.
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
