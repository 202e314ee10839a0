import { nearestWord } from '../../contract/std/words.ts';
import { frontMatterOf, yaml } from '../../page/front-matter.ts';
import type { Defect } from '../finding.ts';

/** The value of a key: text, or an object (or list of objects) with its own keys. */
interface Keys {
  readonly [key: string]: true | Keys;
}

const action: Keys = { text: true, url: true, link: true };
const quote: Keys = { text: true, by: true, image: true };
const feature: Keys = { icon: true, title: true, text: true, details: true, url: true, link: true };

/** The sections of the starter's pages, with the keys that its layouts `home.njk` and `sections.njk` read. */
const sectionKeys: Keys = {
  hero: {
    name: true,
    text: true,
    tagline: true,
    actions: action,
    install: true,
    image: { src: true, alt: true },
    alt: true,
    code: { language: true, title: true, text: true },
    illustration: true,
    panel: true,
  },
  features: { ...feature, items: feature },
  logos: { title: true, items: { name: true, image: true, icon: true, url: true } },
  quote,
  quotes: quote,
  pricing: { title: true, plans: { name: true, price: true, per: true, best: true, text: true, items: true, action } },
  questions: { title: true, items: { question: true, answer: true } },
  closing: { title: true, text: true, action },
};

const sectionLine = new RegExp(`^(?:${Object.keys(sectionKeys).join('|')})[ \\t]*:`, 'm');
const known = new Set(namesIn(sectionKeys));

function namesIn(keys: Keys): string[] {
  return Object.entries(keys).flatMap(([name, below]) => [name, ...(below === true ? [] : namesIn(below))]);
}

/** The layouts of the starter. A layout of the author may read other keys. */
const starterLayout = /^(?:layouts\/)?(?:home|page|doc|post|list|contents)(?:\.njk)?$/;

/**
 * Keys in the sections of a page that no layout of the starter reads.
 *
 * @param layouts texts of the layouts of this site, which their author may have extended
 */
export function* unknownSectionKeys(source: string, text: string, layouts: () => readonly string[]): Generator<Defect> {
  const block = frontMatterOf(text);
  if (!sectionLine.test(block)) return;
  const { isMap, isScalar, isSeq, LineCounter, parseDocument } = yaml();
  const counter = new LineCounter();
  const { contents } = parseDocument(block, { lineCounter: counter });
  if (!isMap(contents)) return;
  const layout = contents.get('layout');
  if (layout !== undefined && !starterLayout.test(String(layout))) return;

  function* unknownIn(node: unknown, keys: Keys, path: string): Generator<Defect> {
    if (isSeq(node)) for (const [at, item] of node.items.entries()) yield* unknownIn(item, keys, `${path}[${at}]`);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      const name = String(key.value);
      const below = Object.hasOwn(keys, name) ? keys[name] : undefined;
      if (below && below !== true) yield* unknownIn(value, below, path === '' ? name : `${path}.${name}`);
      if (below || path === '' || isReadBy(layouts(), path, name)) continue;
      const near = nearestWord(name, Object.keys(keys));
      yield {
        on: { file: source },
        line: counter.linePos(key.range?.[0] ?? 0).line + 1,
        message: `no layout reads the front matter "${path}.${name}"`,
        // `{ text: first, second }` has two keys, the second without value.
        fix: /\s/.test(name)
          ? 'Quote the text before it: between braces, a comma ends it.'
          : near === undefined
            ? `Write one of ${Object.keys(keys).join(', ')}.`
            : `Did you mean "${near}"?`,
        key: `${source}:${path}.${name}`,
      };
    }
  }
  yield* unknownIn(contents, sectionKeys, '');
}

/** Whether a layout that reads a section also reads an additional key of it: `hero.more`, `each.more`. */
function isReadBy(layouts: readonly string[], path: string, name: string): boolean {
  const section = /^\w+/.exec(path)![0];
  if (path !== section && known.has(name)) return false;
  const key = `${path === section ? `\\b${section}` : ''}\\.${name.replace(/\W/g, '\\$&')}\\b`;
  return layouts.some((text) => new RegExp(`\\b${section}\\.|in ${section}\\b`).test(text) && new RegExp(key).test(text));
}
