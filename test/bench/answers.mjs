// Evaluates retrieval without a language model, with the same result every time. Each section of the HTML gives one question,
// answered by one of its sentences. A reader sees the first characters of a document and finds the sentence or not; a simulated
// agent has six requests from the home page, from llms.txt or from a wrong URL. Folders without llms.txt get twins first.
// npm run bench -- answers [DIR …]: default our own site, and installed Debian documentation.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import TurndownService from 'turndown';
import { shownCharacters } from '../../lib/build/checks/answers/answers.js';
import { auditFolder } from '../../lib/build/checks/audit/audit-folder.js';
import { twinFolder } from '../../lib/build/commands/twin.js';
import { isFile } from '../../lib/build/files.js';
import { tokensOf } from '../../lib/build/generators/tokens.js';
import { createProxy } from '../../lib/proxy/index.js';
import { readAskedSite } from './walk/asked-site.mjs';
import { createReader, seek, seekWithin } from './walk/seek.mjs';

const mostQuestions = 2_000;
const cuts = [5_000, shownCharacters, 50_000, 100_000];
const debian = ['python-flask-doc/html', 'python-sqlalchemy-doc/html', 'nodejs/api'].map((place) => `/usr/share/doc/${place}`);
const turndown = new TurndownService().remove(['script', 'style', 'noscript']);

const folders = process.argv.slice(2);
for (const folder of folders.length > 0 ? folders : ['dist', ...debian]) {
  if (!isFile(join(folder, 'index.html'))) console.log(`\n${folder}: skipped, missing`);
  else if (isFile(join(folder, 'llms.txt'))) await measure(folder, folder);
  else {
    const out = mkdtempSync(join(tmpdir(), 'diptych-answers-'));
    await twinFolder(folder, {
      settings: { url: 'https://docs.example', parity: false },
      out: join(out, basename(folder)),
    });
    await measure(folder, join(out, basename(folder)));
    rmSync(out, { recursive: true });
  }
}

async function measure(name, folder) {
  const { questions, markdown, html } = readAskedSite((await auditFolder(folder)).site, mostQuestions);
  const { siteUrl } = markdown;
  const home = { twin: markdown.placeOf(`${siteUrl}/`), page: html.placeOf(`${siteUrl}/`) };
  const converted = new Map();
  const turned = {
    ...html,
    textAt: (place) => converted.get(place) ?? converted.set(place, turndown.turndown(html.textAt(place))).get(place),
  };
  console.log(`\n${name}: ${questions.length} questions`);
  // `tokens` counts the text read up to the end of the answer, `received` the whole documents.
  console.log('reader'.padEnd(46), 'found', ' tokens', 'received', 'requests');
  for (const cut of cuts) {
    const [twins, pages, turndowns] = [markdown, html, turned].map((library) => createReader(library, cut));
    const own = new Map(questions.map((each) => [each, seekWithin(each, markdown.placeOf(siteUrl + each.page), twins)]));
    say(`page as Markdown, its outline followed, ${cut}`, (question) => own.get(question));
    say(`page as HTML, its link to the twin, ${cut}`, (question) =>
      readViaAlternateLink(pages(question.page).text, own.get(question)),
    );
    say(`page as HTML, by Turndown, ${cut}`, (question) => seek(question, question.page, turndowns, { requests: 1 }));
    say(`page as HTML, ${cut}`, (question) => seek(question, question.page, pages, { requests: 1 }));
    if (cut !== shownCharacters) continue;
    // Reference pages have the most terms, and are the longest.
    for (const isTerm of [false, true]) {
      const some = questions.filter((question) => question.isTerm === isTerm);
      say(`  ${isTerm ? 'terms' : 'headings'}: page as Markdown, ${cut}`, (question) => own.get(question), some);
      say(
        `  ${isTerm ? 'terms' : 'headings'}: page as HTML, ${cut}`,
        (question) => seek(question, question.page, pages, { requests: 1 }),
        some,
      );
    }
  }
  const [wholeTwins, wholePages] = [markdown, html].map((library) => createReader(library, Number.POSITIVE_INFINITY));
  const headings = questions.filter(({ isTerm }) => !isTerm);
  const twinOf = ({ page }) => markdown.placeOf(siteUrl + page);
  say(
    '  headings: page as Markdown, not cut',
    (question) => seek(question, twinOf(question), wholeTwins, { requests: 1 }),
    headings,
  );
  say('  headings: page as HTML, not cut', (question) => seek(question, question.page, wholePages, { requests: 1 }), headings);
  const ask = await startProxy(folder);
  const wrong = await answersToWrongUrls(ask, questions);
  const results = new Map();
  for (const question of questions) results.set(question, await (await ask(searchFor(question), 'text/markdown')).text());
  await ask.close();
  const lost = (library, kind) => ({ ...library, textAt: (place) => wrong.get(`${kind} ${place}`) ?? library.textAt(place) });
  const [twins, pages] = [lost(markdown, 'text/markdown'), lost(html, 'text/html')].map((each) =>
    createReader(each, shownCharacters),
  );
  say('six requests from the home page, Markdown', (question) => seek(question, home.twin, twins));
  say('six requests from llms.txt', (question) => seek(question, markdown.placeOf(`${siteUrl}/llms.txt`), twins));
  say('six requests from a wrong URL, Markdown', (question) => seek(question, wrongUrlOf(question.page), twins));
  say('six requests from the home page, HTML', (question) => seek(question, home.page, pages));
  say('six requests from a wrong URL, HTML', (question) => seek(question, wrongUrlOf(question.page), pages));
  // Whole walks: one reader converts HTML and sees all of it, two see as much as a tool shows.
  const whole = createReader(turned, Number.POSITIVE_INFINITY);
  const start = markdown.placeOf(`${siteUrl}/llms.txt`);
  const walks = {
    'the home page, by Turndown': (question) => seek(question, home.page, whole),
    'llms.txt': (question) => seek(question, start, twins),
    'a search': (question) => {
      const library = { ...markdown, textAt: (place) => (place === start ? results.get(question) : markdown.textAt(place)) };
      return seek(question, start, createReader(library, shownCharacters), { requests: 4 });
    },
  };
  const found = Object.values(walks).map((walk) => questions.map(walk));
  for (const [at, name] of Object.keys(walks).entries()) {
    say(`whole walk from ${name}`, (question) => found[at][questions.indexOf(question)]);
    const both = questions.map((_, number) => number).filter((number) => found[0][number] && found[at][number]);
    const sum = (walk) => both.reduce((total, number) => total + walk[number].received, 0);
    console.log(
      `  received, of Turndown's, where both found it: ${((sum(found[at]) / sum(found[0])) * 100).toFixed(0)} % of ${both.length}`,
    );
  }

  function say(reader, find, asked = questions) {
    if (asked.length === 0) return;
    const { recall, tokens, received, requests } = figuresOf(asked.map(find));
    const figure = (value) => (Number.isFinite(value) ? value.toLocaleString('en') : '–');
    console.log(
      reader.padEnd(44),
      `${(recall * 100).toFixed(1)} %`.padStart(7),
      figure(tokens).padStart(7),
      figure(received).padStart(8),
      figure(requests).padStart(8),
    );
  }
}

/** Reads the page up to the link to its twin, then the twin. */
function readViaAlternateLink(html, found) {
  const at = html.search(/<link[^>]*type="text\/markdown"/);
  if (at < 0 || !found) return undefined;
  const more = tokensOf(html.slice(0, at));
  return { requests: found.requests + 1, tokens: found.tokens + more, received: found.received + tokensOf(html) };
}

/** A misremembered URL: wrong folder, missing letter or extension of another server. */
function wrongUrlOf(page) {
  const [, folder, name] = /^(.*\/)([^/]*)\/?$/.exec(page.replace(/(.)\/$/, '$1'));
  const kinds = [
    `/old${folder}${name}`,
    `${folder}${name.slice(0, name.length >> 1)}${name.slice((name.length >> 1) + 1)}`,
    `${folder}${name}.php`,
  ];
  return name === '' ? '/home' : kinds[[...page].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3];
}

function searchFor({ query }) {
  return `/api/v1/search?q=${encodeURIComponent(query)}`;
}

/** The share of questions answered, and medians over all questions; an unanswered one counts as infinite. */
function figuresOf(found) {
  const median = (key) => found.map((each) => each?.[key] ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)[found.length >> 1];
  return {
    recall: found.filter(Boolean).length / found.length,
    tokens: median('tokens'),
    received: median('received'),
    requests: median('requests'),
  };
}

/** Starts the proxy on a folder. @returns a function that sends it requests */
async function startProxy(folder) {
  const proxy = createProxy({ dir: folder, watch: false });
  const server = createServer(proxy).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const ask = (path, accept) =>
    fetch(`http://127.0.0.1:${server.address().port}${path}`, { headers: { accept }, redirect: 'manual' });
  return Object.assign(ask, { close: () => new Promise((done) => server.close(done)) });
}

/** The answers to wrong URLs: body and links. */
async function answersToWrongUrls(ask, questions) {
  const answers = new Map();
  for (const path of new Set(questions.map(({ page }) => wrongUrlOf(page))))
    for (const accept of ['text/markdown', 'text/html']) {
      const answer = await ask(path, accept);
      const { headers } = answer;
      answers.set(
        `${accept} ${path}`,
        [await answer.text(), headers.get('location'), accept === 'text/html' ? '' : headers.get('link')].join('\n'),
      );
    }
  return answers;
}
