// The sites of sites.mjs that are in a folder, with an even sample of their pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { learnRepeated } from '../../../lib/build/page/learn-repeated.js';
import { decodeHtml } from '../../../lib/build/page/parse-html.js';
import { htmlFiles, url } from './judge.mjs';
import {
  chosenAfter,
  chosenLast,
  chosenLater,
  chosenNext,
  chosenSince,
  chosenSoon,
  chosenThen,
  fresh,
  held,
  landing,
  landings,
  sites,
  unknown,
  unseen,
  unvisited,
} from './sites.mjs';

const read = (file) => decodeHtml(readFileSync(file));

/** Yields the existing sites: settings for `readPage`, and path and HTML of each sampled page. */
export function* corpusOf(folder, { most, only, groups }) {
  const templates = existsSync(join(folder, 'npm')) ? readdirSync(join(folder, 'npm')).sort() : [];
  const all = [
    ...Object.entries(sites).map(([name, site]) => ['documentation', name, ...site]),
    ...Object.entries(unseen).map(([name, site]) => ['documentation, unseen', name, ...site]),
    ...Object.entries(fresh).map(([name, site]) => ['documentation, fresh', name, ...site]),
    ...Object.entries(unknown).map(([name, site]) => ['documentation, unknown', name, ...site]),
    ...Object.entries(unvisited).map(([name, site]) => ['documentation, unvisited', name, ...site]),
    ...Object.entries(held).map(([name, site]) => ['documentation, held out', name, ...site]),
    ...Object.entries(chosenLast).map(([name, site]) => ['documentation, chosen last', name, ...site]),
    ...Object.entries(chosenAfter).map(([name, site]) => ['documentation, chosen after', name, ...site]),
    ...Object.entries(chosenSince).map(([name, site]) => ['documentation, chosen since', name, ...site]),
    ...Object.entries(chosenLater).map(([name, site]) => ['documentation, chosen later', name, ...site]),
    ...Object.entries(chosenNext).map(([name, site]) => ['documentation, chosen next', name, ...site]),
    ...Object.entries(chosenThen).map(([name, site]) => ['documentation, chosen then', name, ...site]),
    ...Object.entries(chosenSoon).map(([name, site]) => ['documentation, chosen soon', name, ...site]),
    // The rules were made with every second one.
    ...templates.map((name, at) => [
      at % 2 === 0 ? 'marketing' : 'marketing, unseen',
      name,
      `npm/${name}/package`,
      landings[name] ?? landing,
    ]),
  ];
  for (const [group, name, place, site] of all) {
    const from = join(folder, place);
    if (!existsSync(from) || !name.includes(only) || (groups.length > 0 && !groups.includes(group))) continue;
    const own = [...htmlFiles(from)].filter((file) => readFileSync(file).length < 600_000);
    if (own.length === 0) continue;
    const step = Math.max(1, own.length / most);
    const files = Array.from({ length: Math.min(most, own.length) }, (_, at) => own[Math.floor(at * step)]);
    const settings = { url, language: 'en', exclude: [], parity: true, adopted: true, repeated: learnRepeated(own, read) };
    yield { group, name, site, settings, pages: files.map((file) => ({ path: relative(from, file), html: read(file) })) };
  }
}
