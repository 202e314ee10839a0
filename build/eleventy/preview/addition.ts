import { withSources } from '../../contract/content-security-policy.ts';
import type { Fault } from '../../contract/std/errors.ts';

/** URL of the stylesheet: no file of a site is published in a folder that begins with a dot. */
export const stylePath = '/.diptych/preview.css';

/**
 * The end of a page in a preview: what sets it apart from the published ones, and why the newest build failed. A shadow tree
 * keeps its styles apart from the site.
 */
export function additionOf(mark: string | undefined, faults: readonly Fault[]): string {
  const parts = [...(mark ? [`<p class="draft">${escaped(mark)}</p>`] : []), ...(faults.length > 0 ? [overlay(faults)] : [])];
  if (parts.length === 0) return '';
  return `<diptych-preview><template shadowrootmode="open"><link rel="stylesheet" href="${stylePath}">${parts.join('')}</template></diptych-preview>`;
}

/** The mark of a draft, or of a page whose date is to come. */
export function markOf(html: string, isDraft: boolean, today = new Date().toISOString().slice(0, 10)): string | undefined {
  if (isDraft) return 'Draft: shown in preview only';
  const [, day = ''] = /<meta property="article:published_time" content="(\d{4}-\d\d-\d\d)/.exec(html) ?? [];
  return day > today ? `Dated ${day}: builds with an earlier --date hold it back` : undefined;
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

export const previewStyle = `
:host { all: initial; }
.faults {
  position: fixed; inset: 0 0 auto 0; z-index: 2147483647; max-height: 70vh; overflow: auto; box-sizing: border-box;
  padding: 1.25rem 1.5rem; color: #f6f1ea; background: #2a1210; border-bottom: 4px solid #e0523f;
  font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 8px 32px rgb(0 0 0 / 40%);
}
.place { margin: 0.75rem 0 0.25rem; font: 600 1rem/1.4 ui-monospace, monospace; color: #ffb4a6; }
.message { margin: 0; font-size: 1.125rem; }
.excerpt {
  margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; color: #f6f1ea; background: #1a0a09;
  font: 0.875rem/1.5 ui-monospace, monospace; white-space: pre;
}
.advice { margin: 0.5rem 0 0; }
.note { margin: 1rem 0 0; font-size: 0.875rem; color: #c9b3ad; }
summary { cursor: pointer; }
.draft {
  position: fixed; inset: auto auto 0.75rem 0.75rem; z-index: 2147483646; margin: 0; padding: 0.25rem 0.75rem;
  color: #241a05; background: #ffd166; border-radius: 3px; font: 600 14px/1.5 system-ui, sans-serif;
}
`.trimStart();

/** A Content-Security-Policy that allows the additions of a preview: Eleventy's script and its WebSocket, and our stylesheet. */
export const previewPolicy = (policy: string): string =>
  withSources(policy, {
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'connect-src': ["'self'", 'ws:', 'wss:'],
  });
