// The corpus of the build benches: pages of about 600 words with tables, code, lists, links and an image. Seeded, so always the same.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const words =
  'panel hinge page twin reader agent table column server answer header cache window quota limit link image fence list heading paragraph build output folder host proxy origin request response variant format value field token index section title line word space letter margin border colour light shadow paper ink press type font size measure weight'.split(
    ' ',
  );

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The Markdown of page number `at` of `count`, without front matter. */
export function pageOf(at, count) {
  const next = random(at + 1);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const sentence = (length = 8 + Math.floor(next() * 10)) => {
    const text = Array.from({ length }, () => pick(words)).join(' ');
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (sentences = 3 + Math.floor(next() * 3)) =>
    Array.from({ length: sentences }, () => sentence())
      .join(' ')
      .replace(/\b(\w+) (\w+)\b/, '**$1** `$2`');
  const link = () => {
    const target = Math.floor(next() * count);
    return `[${pick(words)} ${target}](/s${target % 20}/p${target}/)`;
  };
  const blocks = [`# Page ${at}: ${sentence(4).slice(0, -1)}`];
  for (let section = 0; section < 5; section++) {
    blocks.push(`## ${sentence(3).slice(0, -1)} ${section}`, paragraph(), `${sentence()} See ${link()} and ${link()}.`);
    if (section % 3 === 0)
      blocks.push(
        [
          '| Name | Value | Meaning |',
          '|---|--:|:-:|',
          ...Array.from({ length: 5 }, () => `| \`${pick(words)}\` | ${Math.floor(next() * 1000)} | ${sentence(4)} |`),
        ].join('\n'),
      );
    if (section % 3 === 1)
      blocks.push(
        [
          '```js',
          ...Array.from(
            { length: 6 },
            () => `const ${pick(words)} = ${pick(words)}(${Math.floor(next() * 99)}); // ${sentence(3)}`,
          ),
          '```',
        ].join('\n'),
      );
    if (section % 3 === 2)
      blocks.push(
        Array.from({ length: 4 }, (_, i) => `- ${sentence(6)}${i === 1 ? `\n  - ${sentence(4)}\n  - ${link()}` : ''}`).join('\n'),
      );
    blocks.push(paragraph(3));
  }
  blocks.push(`![${sentence(3).slice(0, -1)}](/image.png)`, `> ${sentence()}`);
  return blocks.join('\n\n');
}

const layout = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><meta name="description" content="{{ description }}">
<link rel="canonical" href="https://bench.example{{ page.url }}"><link rel="stylesheet" href="/style.css"></head>
<body><header><nav><a href="/">Home</a>{% for n in nav %}<a href="/s{{ n }}/p{{ n }}/">Section {{ n }}</a>{% endfor %}</nav></header>
<main>{{ content | safe }}</main><footer><p>Footer of the corpus.</p></footer></body></html>
`;

/** Writes an Eleventy project of `count` pages, without a configuration, to `folder`. */
export function writeCorpus(folder, count) {
  rmSync(folder, { recursive: true, force: true });
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', '{"type":"module"}');
  write('src/_includes/page.njk', layout);
  write('src/_data/nav.json', JSON.stringify(Array.from({ length: Math.min(20, count) }, (_, at) => at)));
  write('src/src.json', '{"layout":"page.njk"}');
  write('public/style.css', 'body{max-width:60em;margin:auto}\n');
  write(
    'public/image.png',
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  );
  const list = Array.from({ length: count }, (_, at) => `- [Page ${at}](/s${at % 20}/p${at}/)`).join('\n');
  write(
    'src/index.md',
    `---\ntitle: Corpus of ${count}\ndescription: Every page of the corpus, linked.\n---\n# Corpus of ${count}\n\nEvery page.\n\n${list}\n`,
  );
  for (let at = 0; at < count; at++)
    write(
      `src/s${at % 20}/p${at}.md`,
      `---\ntitle: Page ${at}\ndescription: Page ${at} of the corpus of the build benches, number ${at} of ${count}.\n---\n${pageOf(at, count)}\n`,
    );
}
