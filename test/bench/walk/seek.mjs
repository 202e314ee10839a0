// A simulated agent: reads documents truncated as by tools, and follows the link that matches its question best.
import { createFinder } from '../../../lib/build/checks/answers/bare.js';
import { parseUrl } from '../../../lib/build/contract/std/parse-url.js';
import { surfaces } from '../../../lib/build/contract/surfaces.js';
import { tokensOf } from '../../../lib/build/generators/tokens.js';

/** Lower-case words of at least two characters; dotted names such as `flask.Flask.run` as a whole and in segments. */
export function wordSet(text) {
  const words = new Set();
  for (const [whole] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/gu))
    for (const word of whole.includes('.') ? namesIn(whole) : [whole]) if (word.length > 1) words.add(word);
  return words;
}

/** Of `flask.Flask.run`: the name, its parent `flask.Flask`, and `flask`, `Flask`, `run`. */
function namesIn(dotted) {
  const names = dotted.split('.');
  return [dotted, names.slice(0, -1).join('.'), ...names];
}

/** Seeks the answer in a document and, through its outline, in its parts. */
export function seekWithin(question, start, read) {
  const folder = start.replace(/\.md$/, '.parts/');
  return seek(question, start, read, { follows: (place) => folder !== start && place.startsWith(folder) });
}

/** Creates a function that reads documents as tools show them: silently truncated to `cut` characters. */
export function createReader(library, cut) {
  const known = new Map();
  return (place) => {
    let reading = known.get(place);
    if (!reading) {
      const text = library.textAt(place).slice(0, cut);
      reading = { text, links: linksOf(text, place, library), endOf: createFinder(text) };
      // Bound the memory.
      if (known.size > 1_000) known.clear();
      known.set(place, reading);
    }
    return reading;
  };
}

/** The links of a document, with the words that describe each: its text and URL, the whole line if it is the only link there; for a part also its page. */
function linksOf(text, place, { siteUrl, placeOf }) {
  const links = [];
  let from = 0;
  const [context = ''] = /^# .*(?:\n\n> Part of .*?\)\.)?/m.exec(text) ?? [];
  const parts = place.includes('.parts/') ? place.replace(/[^/]*$/, '') : place.replace(/\.md$/, '.parts/');
  for (const line of /^\s*</.test(text) ? [text] : text.split('\n')) {
    const all = [...line.matchAll(link)];
    // Of a long page a reader takes the outline, if the index links it.
    const outlines = all.slice(1).filter(([each]) => each.startsWith('[outline]('));
    const matches = outlines.length > 0 ? outlines : all;
    for (const { 0: whole, index, groups } of matches) {
      const url = groups.a ?? groups.b ?? groups.c ?? '';
      const found = parseUrl(url, siteUrl + place);
      const target = found && placeOf(found.href);
      if (target === undefined) continue;
      const around = target.startsWith(parts) ? context : '';
      const seen = `${around} ${matches.length === 1 ? line : whole}`.replace(/https?:\/\/[^/\s]+|<[^a][^>]*>/g, ' ');
      const text = outlines.length > 0 ? all[0].groups.text : groups.text;
      const label = text ?? (groups.b === undefined ? '' : whole.replace(/<[^>]*>/g, ' '));
      // From there it goes to the whole page last.
      const isWhole = place === target.replace(/\.md$/, '.parts/contents.md');
      links.push({
        place: target,
        end: from + index + whole.length,
        words: wordSet(isWhole ? '' : seen),
        label: phraseOf(isWhole ? '' : label),
        phrase: phraseOf(isWhole ? '' : seen),
      });
    }
    from += line.length + 1;
  }
  return links;
}

const phraseOf = (text) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_.]+/gu)
      ?.join(' ') ?? ''
  } `;

const link =
  /\[(?<text>(?:[^\]\\]|\\.)*)\]\(<?(?<a>[^\s)>]+)[^)]*\)|<a\s[^>]*?href="(?<b>[^"]*)"[^>]*>.*?<\/a>|<?(?<c>https?:\/\/[^\s>"]*[^\s>"?.;])/gis;

const indexes = [surfaces.getLlmsTxt.path, surfaces.getSitemapMd.path];
/** A reader that has seen no index prefers one to links that match less than this share of the question's weight. */
const hope = 0.25;

/**
 * Best-first search for an answer, from one document on: requests the seen link whose words match most of the question's
 * weight. The title counts again if the link contains it as a phrase, and once more if it is the whole text of the link.
 *
 * @param follows whether to follow a link; default all
 */
export function seek({ title, words, weight, answer }, start, read, { requests = 6, follows = () => true } = {}) {
  const titlePhrase = phraseOf(title);
  const titleWeight = [...wordSet(title)].reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
  const open = new Map([[start, { score: 0, end: 0 }]]);
  /** The position up to which each document was read. */
  const readTo = new Map();
  for (let request = 1; request <= requests && open.size > 0; request++) {
    const [place, { from, end: linkEnd }] = [...open].reduce((best, each) => (each[1].score > best[1].score ? each : best));
    open.delete(place);
    if (from !== undefined) readTo.set(from, Math.max(linkEnd, readTo.get(from)));
    const { links, endOf } = read(place);
    const end = endOf(answer);
    readTo.set(place, end ?? 0);
    if (end !== undefined) return resultOf(readTo, request, read);
    for (const link of links) {
      if (readTo.has(link.place) || !follows(link.place)) continue;
      let score = indexes.includes(link.place) && !indexes.some((index) => readTo.has(index)) ? weight * hope : 0;
      for (const [word, worth] of words) if (link.words.has(word)) score += worth;
      if (link.phrase.includes(titlePhrase)) score += titleWeight;
      if (link.label === titlePhrase) score += titleWeight;
      if (score > (open.get(link.place)?.score ?? -1)) open.set(link.place, { score, from: place, end: link.end });
    }
  }
  return undefined;
}

function resultOf(readTo, requests, read) {
  let [tokens, received] = [0, 0];
  for (const [place, end] of readTo) {
    const { text } = read(place);
    const whole = tokensOf(text);
    tokens += end === 0 ? whole : tokensOf(text.slice(0, end));
    received += whole;
  }
  return { requests, tokens, received };
}
