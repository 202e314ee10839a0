import { ConversionLimit } from '../twin/conversion-limit.ts';
import { isMain } from '../twin/dom.ts';
import { firstWithin } from '../twin/first-within.ts';
import { generatorOf } from '../twin/generators.ts';
import { repeatedTexts, samplePagesOf } from '../twin/repeated.ts';
import { readHtml } from './parse-html.ts';

/** Largest page that is compared with others. */
const mostElements = 50_000;
const deepestElement = 500;

/**
 * The texts that many pages of a site begin or end with, from a sample of those where nothing marks the content; undefined if there
 * are too few.
 *
 * @example
 * learnRepeated(files, (file) => readFileSync(file, 'utf8'))
 */
export function learnRepeated(files: readonly string[], htmlOf: (file: string) => string): ReadonlySet<string> | undefined {
  return repeatedTexts(samplePagesOf(files).flatMap((file) => bodyOf(htmlOf(file)) ?? []));
}

/** The body of a page of modest size, without known generator and `main`. */
function bodyOf(html: string): Element | undefined {
  try {
    const { scan, partOf } = readHtml(html);
    if (scan.elements > mostElements || scan.deepest > deepestElement) return undefined;
    const document = partOf('all').document();
    return firstWithin(document.body, isMain) || generatorOf(document) ? undefined : document.body;
  } catch (error) {
    if (error instanceof ConversionLimit) return undefined;
    throw error;
  }
}
