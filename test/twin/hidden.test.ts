import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../build/commands/to-markdown.ts';

const options = { url: 'https://site.example/page', parity: true } as const;
const page = (html: string, css = ''): string =>
  `<html><head><style>${css}</style></head><body><main><h1>T</h1><p>Text.</p>${html}</main></body></html>`;
const of = (html: string, css?: string) => toMarkdown(page(html, css), options);

describe('hidden text', () => {
  it.each<[what: string, html: string, css?: string]>([
    ['hidden', '<p hidden>X</p>'],
    ['display', '<p style="display: none">X</p>'],
    ['display, in capitals, important, after a comment', '<p style="color: red;/* a; */DISPLAY:NONE !important">X</p>'],
    ['visibility', '<p style="visibility: hidden">X</p>'],
    ['collapsed visibility', '<p style="visibility: collapse">X</p>'],
    ['aria-hidden in capitals', '<p aria-hidden="TRUE">X</p>'],
    ['inert', '<p inert>X</p>'],
    ['display in a link to a page', '<a href="/y"><h4>Y</h4><div style="display: none">X</div></a>'],
    ['a sign in a button', '<button><h4>Y</h4><span aria-hidden="true">X</span></button>'],
    ['popover', '<button popovertarget="p">Y</button><div id="p" popover>X</div>'],
    ['a class of the page’s style sheet', '<p class="y x">X</p>', '.a, .x { display: none }'],
    ['a rule for screens', '<p class="x">X</p>', '@media screen { .x { display: none } }'],
    ['a layer', '<p class="x">X</p>', '@layer a { .x { visibility: hidden } }'],
    ['a rule after a condition', '<p class="x">X</p>', '@media print { .b { color: red } } .x { display: none }'],
    ['display of a text in a drawing', '<svg><text display="none">X</text><text style="display: none">X</text></svg>'],
  ])('by %s: left out', (_, html, css) => {
    expect(of(html, css)).toMatchObject({ markdown: expect.not.stringContaining('X'), parity: 1 });
  });

  it.each<[what: string, html: string, css?: string]>([
    ['opacity', '<p style="opacity: 0">X</p>'],
    ['a transform', '<p style="transform: translate3d(0, -9999px, 0) scale(0)">X</p>'],
    ['a position', '<p style="position: absolute; left: -9999px">X</p>'],
    ['display that is set again', '<p style="display: none; display: block">X</p>'],
    ['hidden until found', '<p hidden="until-found">X</p>'],
    ['a condition', '<p class="x">X</p>', '@media print { .x { display: none } }'],
    ['another rule that shows it', '<p class="x">X</p>', '.x { display: none } .open .x { display: block }'],
    ['a script that names it', '<p class="x">X</p><script>show(".x")</script>', '.x { display: none }'],
    ['a style sheet for noscript', '<noscript><style>.x { display: none }</style></noscript><p class="x">X</p>'],
    ['a class of another element', '<p class="y">X</p>', '.x { display: none }'],
    ['a rule for more than one class', '<p class="x y">X</p>', '.x.y { display: none }'],
    ['a panel of tabs', '<div class="tab-pane" hidden>X</div>'],
    ['a link around it that leads nowhere', '<a href="#"><h4>How much?</h4><div style="display: none"><p>X</p></div></a>'],
    ['a button around it', '<div role="button"><h4>How much?</h4><div style="display: none"><p>X</p></div></div>'],
    ['a formula', '<math style="display: none"><mi>X</mi></math>'],
  ])('by %s: kept', (_, html, css) => {
    expect(of(html, css).markdown).toContain('X');
  });

  // Webflow writes the state before the animation of each section into its style.
  it('a page whose sections fade in is whole', () => {
    const before = 'opacity:0;-webkit-transform:translate3d(0, 30px, 0) scale3d(1, 1, 1);transform:translate3d(0, 30px, 0)';
    const sections = ['Plan', 'Build', 'Run'].map(
      (name) =>
        `<div data-w-id="${name}" style="${before}" class="section"><div class="w-container"><h2 class="heading">${name}</h2><p>We ${name} it.</p><a href="/contact" class="button w-button">Ask us</a></div></div>`,
    );
    const html = `<html data-wf-page="1" class="w-mod-js"><body class="body"><div class="navbar w-nav"><nav role="navigation" class="w-nav-menu"><a href="/" class="w-nav-link">Home</a></nav></div><div class="hero" style="${before}"><h1>We do it</h1><p>All of it.</p></div>${sections.join('')}</body></html>`;
    const { markdown, parity } = toMarkdown(html, options);
    for (const words of ['# We do it', 'All of it.', '## Plan', 'We Plan it.', '## Run', 'We Run it.', '[Ask us]'])
      expect(markdown).toContain(words);
    expect(parity).toBe(1);
  });

  it.each([
    ['less than half of a page', 30, 1],
    ['more than half of a page', 31, expect.closeTo(0.49, 1)],
  ])('%s is hidden', (_, words, parity) => {
    const text = (count: number): string => `<p>${Array.from({ length: count }, () => 'word').join(' ')}</p>`;
    expect(toMarkdown(`<main>${text(30)}<div hidden>${text(words)}</div></main>`, options).parity).toEqual(parity);
  });
});
