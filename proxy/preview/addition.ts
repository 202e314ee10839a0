import type { Fault } from '../../build/contract/std/errors.ts';

/** URL of the stylesheet: no file of a site is published in a folder that begins with a dot. */
export const stylePath = '/.diptych/preview.css';

/**
 * The end of a page in a preview: the mark of a draft, and why the newest build failed. A shadow tree separates its styles
 * from those of the site.
 */
export function additionOf(isDraft: boolean, faults: readonly Fault[]): string {
  const parts = [
    ...(isDraft ? ['<p class="draft">Draft: shown in preview only</p>'] : []),
    ...(faults.length > 0 ? [overlay(faults)] : []),
  ];
  if (parts.length === 0) return '';
  return `<diptych-preview><template shadowrootmode="open"><link rel="stylesheet" href="${stylePath}">${parts.join('')}</template></diptych-preview>`;
}

const overlay = (faults: readonly Fault[]): string =>
  `<section class="faults" role="alert" aria-label="The build failed"><details open><summary>The build failed</summary>${faults.map(faultHtml).join('')}<p class="note">The page below is from the last build that worked. This goes away when the mistake does.</p></details></section>`;

const faultHtml = ({ file, line, message, excerpt, advice }: Fault): string =>
  [
    ...(file ? [`<h2 class="place">${escaped(line ? `${file}:${line}` : file)}</h2>`] : []),
    `<p class="message">${escaped(message)}</p>`,
    ...(excerpt ? [`<pre class="excerpt">${escaped(excerpt)}</pre>`] : []),
    ...(advice ? [`<p class="advice">Fix: ${escaped(advice)}</p>`] : []),
  ].join('');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
