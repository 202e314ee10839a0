// The sensitivity of parity: damages twins of real pages in one place each (wild/damages.mjs) and counts the damages that parity
// reports. Also counts alarms on undamaged twins, the false ones among them (wild/judge.mjs finds nothing missing), and the CPU
// time of parity per page. wild.mjs tells how to get the sites.
// node test/bench/parity.mjs FOLDER [--pages N] [--only NAME] [--groups A;B] [--kinds A;B] [--lost] [--time ROUNDS]
import { contentOf, convert } from '../../lib/build/page/convert.js';
import { readPage } from '../../lib/build/page/read-page.js';
import { parityOf } from '../../lib/build/twin/parity/parity.js';
import { args, corpusOfArguments, listOption, option } from './wild/arguments.mjs';
import { damage, damageKinds } from './wild/damages.mjs';
import { held, pageFacts, percent, twinFacts, twinOf, url } from './wild/judge.mjs';

const kinds = listOption('--kinds');
const isTelling = args.includes('--lost');
const rounds = Number(option('--time', 0));
const alarms = ({ lost }) => lost !== undefined;

const found = Object.fromEntries(damageKinds.map((kind) => [kind, { made: 0, found: 0 }]));
const sites = [];
const timed = [];
for (const { name, site, settings, pages } of corpusOfArguments(12)) {
  const files = new Set([...(settings.boilerplate?.labels ?? [])].map((label) => /([^/ ]*)\]$/.exec(label)?.[1]));
  const row = { name, pages: 0, alarms: 0, false: 0, made: 0, found: 0 };
  for (const { path, html } of pages) {
    let converted;
    const page = readPage({ file: path, html }, settings, (part, pageUrl) => {
      const twin = convert(part, pageUrl, { ...settings, parity: false });
      converted = { part, pageUrl, twin };
      return twin;
    });
    if (page.leftOut) continue;
    row.pages++;
    const { measured, repeated } = contentOf(converted.part, settings);
    const context = { pageUrl: converted.pageUrl, siteUrl: url, boilerplate: settings.boilerplate, repeated };
    // As written: a page has no second heading with its title.
    const { heading, body } = converted.twin;
    const twin = heading ? `# ${heading}\n\n${body}` : body;
    const own = parityOf(measured, twin, context);
    timed.push(() => parityOf(measured, twin, context));
    const base = `${url}/${path}`;
    const declared = /<base\s[^>]*href=["']([^"']*)/i.exec(html)?.[1];
    const facts = pageFacts(html, site, declared ? new URL(declared, base).href : base, base);
    if (alarms(own)) {
      row.alarms++;
      const twinned = twinFacts(twinOf(page), base);
      const isWhole = ['words', 'links', 'headings', 'images'].every(
        (kind) => held(facts[kind], twinned[kind]).lost.length === 0,
      );
      if (isWhole) row.false++;
      if (isTelling) console.log(`${isWhole ? 'false ' : ''}alarm: ${name}: ${path}: ${own.lost.fact}: ${own.lost.first}`);
      continue;
    }
    for (const kind of kinds.length > 0 ? kinds : damageKinds) {
      const less = damage(kind, twin, facts, base, (file) => files.has(file));
      if (less === undefined) continue;
      const isFound = alarms(parityOf(measured, less, context));
      found[kind].made++;
      row.made++;
      if (isFound) {
        found[kind].found++;
        row.found++;
      } else if (isTelling) console.log(`not found: ${kind}: ${name}: ${path}: ${firstLost(twin, less)}`);
    }
  }
  sites.push(row);
}

function firstLost(whole, less) {
  const at = [...whole].findIndex((sign, place) => sign !== less[place]);
  return JSON.stringify(whole.slice(Math.max(0, at - 40), at + 80));
}

console.table(sites);
console.table(
  Object.fromEntries(Object.entries(found).map(([kind, { made, found }]) => [kind, { made, found: percent(found, made) }])),
);
const sum = (key) => sites.reduce((all, row) => all + row[key], 0);
console.log(
  `damages found ${percent(sum('found'), sum('made'))} % of ${sum('made')}; of ${sum('pages')} pages ${sum('alarms')} with an alarm, ${sum('false')} of these (${percent(sum('false'), sum('pages'))} % of the pages) whole`,
);
if (rounds > 0) {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (const run of timed) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / timed.length;
  });
  console.log(`${Math.min(...times).toFixed(2)} ms of processor time a page`);
}
