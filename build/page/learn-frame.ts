import { type Frame, frameOf, framePages } from '../twin/frame.ts';
import { scanHtml } from './html-scan.ts';
import { parseDocument, withTags } from './parse-html.ts';

/**
 * What stands around the content of the pages of a site, learned from pages all over it.
 *
 * @param files the pages, in the same order whoever asks
 */
export function learnFrame(files: readonly string[], htmlOf: (file: string) => string): Frame | undefined {
  const step = Math.max(1, files.length / framePages);
  const some = Array.from({ length: Math.min(files.length, framePages) }, (_, at) => files[Math.floor(at * step)]!);
  const bodies = some.flatMap((file) => bodyOf(htmlOf(file)) ?? []);
  return frameOf(bodies);
}

/** The body of a page that is small enough to be looked at more than once. */
function bodyOf(html: string): Element | undefined {
  const { elements, deepest, omitsTags } = scanHtml(html);
  return elements < 50_000 && deepest < 500 ? parseDocument(omitsTags ? withTags(html) : html).body : undefined;
}
