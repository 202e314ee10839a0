import type { Parity } from '../../contract/manifest.ts';
import { addressOf } from '../address.ts';
import type { Boilerplate } from '../boilerplate.ts';
import { wordsOf } from '../dom.ts';
import { wordsLength } from '../measure.ts';
import { resolveReferences } from '../page-reference.ts';
import { nameOfPage } from '../page-title.ts';
import { compareBlocks, isNeeded } from './compare-blocks.ts';
import { type Converted, isHidden, pageBlocks } from './page-blocks.ts';
import { twinBlocks } from './twin-blocks.ts';
import { wordsIn } from './words.ts';

export interface ParityContext {
  /** Absolute URL of the page. */
  readonly pageUrl: string;
  /** Origin of its site. */
  readonly siteUrl: string;
  /** A key that equivalent URLs share. */
  readonly urlKey?: (url: string) => string;
  readonly boilerplate?: Boilerplate | undefined;
  readonly repeated?: ReadonlySet<Element>;
  /** Unset: the measured element. */
  readonly converted?: Converted;
  /** Whether the author of the page marked its content: by `main`, or by a selector. */
  readonly isMarked?: boolean;
  /** Whether additional words in the twin are accepted. */
  readonly mayAdd?: boolean;
}

/**
 * Compares a page with its twin, parsed by an independent CommonMark + GFM renderer: block by block, in order; where blocks
 * differ, word by word.
 *
 * @param root the measured element: the content of the page, or more of it
 * @param markdown its twin with heading; page references (`page-reference.ts`) are links to the site
 */
export function parityOf(root: Element, markdown: string, context: ParityContext): Parity {
  const urlOf = urlsOf(context);
  const { blocks, passedOver } = pageBlocks(root, urlOf, context.boilerplate, context.repeated, context.converted);
  const twin = twinBlocks(
    resolveReferences(markdown, (path) => context.siteUrl + path),
    urlOf,
  );
  const { losses, damaged, lostWords, added } = compareBlocks(
    blocks,
    twin,
    nameOfPage(root.ownerDocument, context.boilerplate?.names),
  );
  const known = losses.length;
  if (!context.mayAdd && added.length > 0) {
    const sources = [
      () => twin.flatMap(({ text }) => text.match(command) ?? []),
      () => blocks.map((block) => `${block.spare} ${isNeeded(block) ? '' : block.text}`),
      () => passedOver.map(({ textContent }) => textContent ?? ''),
      () => saidByAttributes(root),
    ];
    const unknown = sources.reduce((words, texts) => (words.length > 0 ? without(words, texts()) : words), added);
    if (unknown.length > 0) losses.push({ fact: 'words that the page does not have', first: unknown.join(' ') });
  }
  const hidden = passedOver.filter(isHidden);
  const hiddenShare = hidden.reduce((sum, element) => sum + wordsLength(element), 0) / Math.max(1, wordsLength(root));
  if (hiddenShare > mostHidden) {
    const words = 1 - hiddenShare;
    return { ratio: words, words, lost: { fact: 'hidden text', first: wordsOf(hidden[0]!) } };
  }
  const [lost] = losses;
  if (!lost) return { ratio: 1 };
  const needed = blocks.filter(isNeeded);
  const words = 1 - lostWords / needed.reduce((sum, { text }) => sum + wordsIn(text).length, 1);
  return {
    ratio: Math.max(0, 1 - (damaged + losses.length - known) / Math.max(1, needed.length)),
    ...(words < 1 && { words }),
    ...(context.isMarked === false && { isCoverage: true }),
    lost,
  };
}

/** Share of the words of a page above which hidden text counts as lost: a script shows it. */
const mostHidden = 0.5;

/** Normalizes URLs: absolute, percent-decoded. */
function urlsOf({ pageUrl, urlKey = (url) => url }: ParityContext): (href: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (!known.has(href)) {
      const address = addressOf(href, pageUrl);
      known.set(href, address && urlKey(decoded(address)));
    }
    return known.get(href);
  };
}

const decoded = (url: string): string =>
  url.includes('%')
    ? url.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString().replaceAll('\uFFFD', ''),
      )
    : url;

/** TeX commands, which stand for signs in a formula. */
const command = /\\(?:(?:begin|end)\{)?\p{L}+/gu;

function without(words: readonly string[], texts: readonly string[]): readonly string[] {
  const those = new Set(texts.flatMap(wordsIn));
  return words.filter((one) => !those.has(one));
}

/** Texts in names and attributes of elements: labels, sources, states. */
const saidByAttributes = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    element.localName,
    ...[...element.attributes].flatMap(({ name, value }) => (/^(?:class|id|style)$/.test(name) ? [] : [name, value])),
  ]);
