// Content that learned boilerplate removes by mistake: converts pages of real sites with and without it, and counts pages whose
// twin loses more than three words of content. wild/sites.mjs declares the content of each site; wild.mjs tells how to get them.
// node test/bench/boilerplate-loss.mjs FOLDER [--pages N] [--only NAME] [--groups A;B]
import { convert } from '../../lib/build/page/convert.js';
import { readPage } from '../../lib/build/page/read-page.js';
import { corpusOfArguments } from './wild/arguments.mjs';
import { held, pageFacts, twinFacts, twinOf, url } from './wild/judge.mjs';

const mostLost = 3;

let [pages, losing] = [0, 0];
for (const { name, site, settings, pages: htmls } of corpusOfArguments(12))
  for (const { path, html } of htmls) {
    const read = (boilerplate) => {
      const own = { ...settings, boilerplate, parity: false };
      return readPage({ file: path, html }, own, (part, pageUrl) => convert(part, pageUrl, own));
    };
    const twin = read(settings.boilerplate);
    if (twin.leftOut) continue;
    pages++;
    const base = `${url}/${path}`;
    // A page without H1 has its title as that of its twin.
    const wordsOf = (page) => twinFacts(twinOf({ ...page, heading: page.heading || page.title }), base).words;
    const { words, may } = pageFacts(html, site, base);
    const lostOf = (found) => held(words, found).lost;
    const lost = lostOf(wordsOf(twin));
    if (lost.length <= mostLost) continue;
    // Only the other twin may have a table of contents, which repeats words of the content.
    const more = held(lost, lostOf(held(wordsOf(read(undefined)), may).lost)).lost;
    if (more.length <= mostLost) continue;
    losing++;
    console.log(`${name}: ${path}: ${more.length} of ${words.length}: ${more.slice(0, 25).join(' ').slice(0, 160)}`);
  }
console.log(`${losing} of ${pages} pages lose more than ${mostLost} words of their content`);
process.exitCode = losing > 0 ? 1 : 0;
