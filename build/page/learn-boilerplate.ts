import { type Boilerplate, boilerplateOf } from '../twin/boilerplate.ts';
import { samplePagesOf } from '../twin/boilerplate-sample.ts';
import { ConversionLimit } from '../twin/conversion-limit.ts';
import { readHtml } from './parse-html.ts';

/**
 * Learns the boilerplate of a site, from a sample of its pages.
 *
 * @param files the pages
 * @param begins called with each page before it is read
 */
export function learnBoilerplate(
  files: readonly string[],
  htmlOf: (file: string) => string,
  begins: (file: string) => void = () => {},
): Boilerplate | undefined {
  const pages = samplePagesOf(files).flatMap((file) => {
    begins(file);
    const body = bodyOf(htmlOf(file));
    return body ? { file, body } : [];
  });
  return boilerplateOf(
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
