// A simulated agent: it reads documents cut as tools cut them, and follows the link that shares most with its question.
import { createFinder } from '../../../lib/build/checks/answers/bare.js';
import { parseUrl } from '../../../lib/build/contract/std/parse-url.js';
import { surfaces } from '../../../lib/build/contract/surfaces.js';
import { tokensOf } from '../../../lib/build/generators/tokens.js';

/** Words of two letters or digits and more; of `flask.Flask.run` each, and the whole. */
export function wordSet(text) {
  const words = new Set();
  for (const [whole] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/gu))
    for (const word of whole.includes('.') ? namesIn(whole) : [whole]) if (word.length > 1) words.add(word);
  return words;
}

/** `flask.Flask.run`, `flask.Flask` that it belongs to, and `flask`, `Flask`, `run`. */
function namesIn(dotted) {
  const names = dotted.split('.');
  return [dotted, names.slice(0, -1).join('.'), ...names];
}

/** Reads a document and follows its outline to the part that fits. */
export function seekWithin(question, start, read) {
  const folder = start.replace(/\.md$/, '.parts/');
  return seek(question, start, read, { follows: (place) => folder !== start && place.startsWith(folder) });
}

/** Returns a function that reads documents as tools show them: cut after some characters, and nobody is told. */
export function createReader(library, cut) {
  const known = new Map();
  return (place) => {
    let reading = known.get(place);
    if (!reading) {
      const text = library.textAt(place).slice(0, cut);
      reading = { text, links: linksOf(text, place, library), endOf: createFinder(text) };
      // Readings of a large site would fill the memory.
      if (known.size > 1_000) known.clear();
      known.set(place, reading);
    }
    return reading;
  };
}

/** A link is known by its text and its URL, in Markdown by its line if it is alone in it; a part by the page that it is of, too. */
function linksOf(text, place, { siteUrl, placeOf }) {
  const links = [];
  let from = 0;
  const [context = ''] = /^# .*(?:\n\n> Part of .*?\)\.)?/m.exec(text) ?? [];
  const parts = place.includes('.parts/') ? place.replace(/[^/]*$/, '') : place.replace(/\.md$/, '.parts/');
  for (const line of /^\s*</.test(text) ? [text] : text.split('\n')) {
    const matches = [...line.matchAll(link)];
    for (const { 0: whole, index, groups } of matches) {
      const url = groups.a ?? groups.b ?? groups.c ?? '';
      const found = parseUrl(url, siteUrl + place);
      const target = found && placeOf(found.href);
      if (target === undefined) continue;
      const around = target.startsWith(parts) ? context : '';
      const seen = `${around} ${matches.length === 1 ? line : whole}`.replace(/https?:\/\/[^/\s]+|<[^a][^>]*>/g, ' ');
      const label = groups.text ?? (groups.b === undefined ? '' : whole.replace(/<[^>]*>/g, ' '));
      links.push({
        place: target,
        end: from + index + whole.length,
        words: wordSet(seen),
        label: phraseOf(label),
        phrase: phraseOf(seen),
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
/** A reader that has seen no index turns to one where no link shares this much of the weight of its question. */
const hope = 0.25;

/**
 * Looks for an answer from one document on, best first: of all links seen it asks for the one whose words share most weight
 * with the question; the words of the title count again if they stand there as it has them, and once more if they are all that
 * the link says.
 *
 * @param follows which links it takes; default all
 */
export function seek({ title, words, weight, answer }, start, read, { requests = 6, follows = () => true } = {}) {
  const titlePhrase = phraseOf(title);
  const titleWeight = [...wordSet(title)].reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
  const open = new Map([[start, { score: 0, end: 0 }]]);
  /** How far each document was read. */
  const readTo = new Map();
  for (let request = 1; request <= requests && open.size > 0; request++) {
    const [place, { from, end: linkEnd }] = [...open].reduce((best, each) => (each[1].score > best[1].score ? each : best));
    open.delete(place);
    if (from !== undefined) readTo.set(from, Math.max(linkEnd, readTo.get(from)));
    const { links, endOf } = read(place);
    const end = endOf(answer);
    readTo.set(place, end ?? 0);
    if (end !== undefined) return foundIn(readTo, request, read);
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

function foundIn(readTo, requests, read) {
  let [tokens, received] = [0, 0];
  for (const [place, end] of readTo) {
    const { text } = read(place);
    const whole = tokensOf(text);
    tokens += end === 0 ? whole : tokensOf(text.slice(0, end));
    received += whole;
  }
  return { requests, tokens, received };
}
