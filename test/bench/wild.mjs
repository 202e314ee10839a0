// `diptych twin` on real sites: the share of the content (words, links, headings, code blocks, cells, images) that the twins hold,
// the share of their words that is content (precision), and the number of pages that parity refuses, rightly or wrongly.
// wild/sites.mjs declares the content of each site as CSS selectors; wild/judge.mjs reads it without code of the converter.
//
// The sites are not part of the repository. For FOLDER/x: `apt-get download PACKAGE`, `dpkg -x PACKAGE_*.deb FOLDER/x/PACKAGE`;
// for FOLDER/npm: `npm pack PACKAGE`, unpacked to FOLDER/npm/PACKAGE. Missing sites are skipped.
// node test/bench/wild.mjs FOLDER [--pages N] [--only NAME] [--lost]
import { convert } from '../../lib/build/page/convert.js';
import { readPage } from '../../lib/build/page/read-page.js';
import { args, corpusOfArguments } from './wild/arguments.mjs';
import { held, pageFacts, percent, twinFacts, twinOf, url } from './wild/judge.mjs';

const rows = [];
const kinds = ['words', 'links', 'headings', 'code', 'cells', 'images'];
for (const { group, name, site, settings, pages: htmls } of corpusOfArguments(30)) {
  const sum = Object.fromEntries(kinds.map((kind) => [kind, [0, 0]]));
  let [written, precise, pages, refused, wrongly] = [0, 0, 0, 0, 0];
  const tell = (path, what, lost, of) =>
    args.includes('--lost') &&
    console.log(`${name}: ${path}: ${what}: ${lost.length} of ${of}: ${lost.slice(0, 25).join(' · ').slice(0, 200)}`);
  for (const { path, html } of htmls) {
    let twin;
    try {
      twin = readPage({ file: path, html }, settings, (part, pageUrl) => convert(part, pageUrl, settings));
    } catch ({ message }) {
      refused++;
      tell(path, 'no twin', [message], 1);
      continue;
    }
    if (twin.leftOut) continue;
    pages++;
    if (twin.parity.lost) {
      refused++;
      tell(path, `refused (${twin.root}, ${twin.parity.lost.fact})`, [twin.parity.lost.first], percent(twin.parity.ratio, 1));
    }
    const base = `${url}/${path}`;
    const declared = /<base\s[^>]*href=["']([^"']*)/i.exec(html)?.[1];
    const page = pageFacts(html, site, declared ? new URL(declared, base).href : base, base);
    const twinned = twinFacts(twinOf(twin), base);
    let isWhole = true;
    for (const kind of kinds) {
      const { held: count, lost } = held(page[kind], twinned[kind]);
      isWhole &&= lost.length === 0;
      sum[kind][0] += count;
      sum[kind][1] += page[kind].length;
      if (lost.length > 0) tell(path, kind, lost, page[kind].length);
    }
    if (isWhole && twin.parity.lost) wrongly++;
    const { held: count, lost } = held(twinned.words, [...page.words, ...page.may, ...twinned.marks]);
    written += twinned.words.length;
    precise += count;
    if (lost.length > twinned.words.length * 0.02) tell(path, `carried (${twin.root})`, lost, twinned.words.length);
  }
  rows.push({
    group,
    name,
    pages: `${pages}/${htmls.length}`,
    ...Object.fromEntries(kinds.map((kind) => [kind, percent(...sum[kind])])),
    precision: percent(precise, written),
    refused,
    wrongly,
    sum,
    written,
    precise,
  });
}
for (const group of new Set(rows.map((row) => row.group))) {
  const chosen = rows.filter((row) => row.group === group);
  console.log(`\n${group}`);
  console.table(chosen.map(({ group: _, sum: __, written: ___, precise: ____, ...row }) => row));
  const total = (kind, at) => chosen.reduce((all, { sum }) => all + sum[kind][at], 0);
  console.log(
    [
      ...kinds.map((kind) => `${kind} ${percent(total(kind, 0), total(kind, 1))} %`),
      `precision ${percent(
        chosen.reduce((all, { precise }) => all + precise, 0),
        chosen.reduce((all, { written }) => all + written, 0),
      )} %`,
      `refused ${chosen.reduce((all, { refused }) => all + refused, 0)}, of these whole ${chosen.reduce((all, { wrongly }) => all + wrongly, 0)}`,
    ].join(', '),
  );
}
