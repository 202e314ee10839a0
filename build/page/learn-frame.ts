import { ConversionLimit } from '../twin/conversion-limit.ts';
import { type Frame, frameOf, framePages } from '../twin/frame.ts';
import { readHtml } from './parse-html.ts';

/** The pages that a frame is learned from: evenly taken from those of a site, always in the same order. */
export function framePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / framePages);
  return Array.from({ length: Math.min(files.length, framePages) }, (_, at) => files[Math.floor(at * step)]!);
}

/**
 * What stands around the content of the pages of a site, learned from pages all over it.
 *
 * @param files the pages
 * @param begins is told, each time that a page is looked at, which one it is
 */
export function learnFrame(
  files: readonly string[],
  htmlOf: (file: string) => string,
  begins: (file: string) => void = () => {},
): Frame | undefined {
  const pages = framePagesOf(files).flatMap((file) => {
    begins(file);
    const body = bodyOf(htmlOf(file));
    return body ? { file, body } : [];
  });
  return frameOf(
    pages.map(({ body }) => body),
    (at) => begins(pages[at]!.file),
  );
}

/** The body of a page that is small enough to be looked at more than once. */
function bodyOf(html: string): Element | undefined {
  try {
    const { scan, partOf } = readHtml(html);
    return scan.elements < 50_000 && scan.deepest < 500 ? partOf('all').document().body : undefined;
  } catch (error) {
    if (error instanceof ConversionLimit) return undefined;
    throw error;
  }
}
