import { ConversionLimit } from '../twin/conversion-limit.ts';
import { type Frame, frameOf, framePages } from '../twin/frame.ts';
import { readHtml } from './parse-html.ts';

/** A deterministic, even sample of the pages of a site, for learning boilerplate. */
export function framePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / framePages);
  return Array.from({ length: Math.min(files.length, framePages) }, (_, at) => files[Math.floor(at * step)]!);
}

/**
 * Learns the boilerplate of a site, from a sample of its pages.
 *
 * @param files the pages
 * @param begins called with each page before it is read
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

/** The body of a page that is small enough to be processed repeatedly. */
function bodyOf(html: string): Element | undefined {
  try {
    const { scan, partOf } = readHtml(html);
    return scan.elements < 50_000 && scan.deepest < 500 ? partOf('all').document().body : undefined;
  } catch (error) {
    if (error instanceof ConversionLimit) return undefined;
    throw error;
  }
}
