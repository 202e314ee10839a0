import type { Page } from '../../page/page.ts';
import { isLocalUrl } from '../../settings.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import { spellings } from '../places/spelling.ts';

/** What may name this machine, before it is looked at closely. */
const LOCAL = /localhost|127\.\d|0\.0\.0\.0|\[::1\]/i;

/**
 * URLs of the machine that the site was written on, in a build for another host. What a page loads, its canonical URL
 * and its JSON-LD are errors. A link is a warning, and none at all where it names the bare server
 * (`http://localhost:8080`): that is how a manual says where to look. Nothing is found while the site itself is local.
 */
export const localhostUrl: Check = {
  name: 'localhost-url',
  severity: 'error',
  summary: 'A page of a public site names localhost.',
  find: ({ visiblePages, site }) => (isLocalUrl(site.settings.url) ? [] : visiblePages.flatMap(localUrlsOf)),
};

const fix = 'Write the path alone, or build with the real site URL.';

function localUrlsOf(page: Page): Defect[] {
  const references = page.facts.references.filter(({ kind, target }) => isLocal(target) && !(kind === 'link' && isBare(target)));
  const scripts = page.facts.jsonLd.flatMap(({ text, line }) =>
    LOCAL.test(text) ? (text.match(/https?:\/\/[^"\\\s]+/g) ?? []).filter(isLocal).map((url) => ({ url, line })) : [],
  );
  return [
    ...references.map(
      ({ kind, target, line }): Defect => ({
        on: page,
        line,
        tokens: spellings(target),
        message: `${target} is a URL of the building machine`,
        fix,
        ...(kind === 'link' && { severity: 'warning' }),
      }),
    ),
    ...(isLocal(page.canonical)
      ? [
          {
            on: page,
            line: 1,
            tokens: [page.canonical],
            key: 'canonical',
            message: `the canonical URL ${page.canonical} names the building machine`,
            fix,
          },
        ]
      : []),
    ...scripts.map(
      ({ url, line }): Defect => ({
        on: page,
        line,
        tokens: [url],
        key: 'json-ld',
        message: `the JSON-LD names the building machine: ${url}`,
        fix,
      }),
    ),
  ];
}

const isLocal = (target: string): boolean => LOCAL.test(target) && /^(https?:)?\/\//i.test(target) && isLocalHost(target);

function isLocalHost(target: string): boolean {
  const url = target.replace(/^\/\//, 'http://');
  return URL.canParse(url) && isLocalUrl(url);
}

const isBare = (target: string): boolean => /^https?:\/\/[^/?#]+\/?$/i.test(target);
