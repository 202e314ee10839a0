import { isLocalUrl } from '../../contract/site-url.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import type { Page } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import { spellings } from '../locations/spelling.ts';

/** A quick test for local URLs. */
const LOCAL = /localhost|127\.\d|0\.0\.0\.0|\[::1\]/i;

/**
 * Local URLs in a build for another host: errors in loaded resources and canonical URLs; warnings in links, unless to
 * the bare server (`http://localhost:8080`), as in manuals. A site with a local URL is not checked.
 */
export const localhostUrl: Check = {
  severity: 'error',
  summary: 'A page of a public site names localhost.',
  find: ({ visiblePages, site }) => (isLocalUrl(site.settings.url) ? [] : visiblePages.flatMap((page) => [...localUrlsOf(page)])),
};

function* localUrlsOf(page: Page): Generator<Defect> {
  const { facts, canonical } = page;
  const fix = 'Write only the path, or build with the real site URL.';
  for (const { kind, target, line } of facts.references) {
    if (!isLocal(target) || (kind === 'link' && isBare(target))) continue;
    const message = `${target} is a URL of the building machine`;
    yield { on: page, line, tokens: spellings(target), message, fix, ...(kind === 'link' && { severity: 'warning' }) };
  }
  if (isLocal(canonical)) {
    const message = `the canonical URL ${canonical} names the building machine`;
    yield { on: page, line: 1, tokens: [canonical], key: 'canonical', message, fix };
  }
}

function isLocal(target: string): boolean {
  if (!LOCAL.test(target) || !/^(https?:)?\/\//i.test(target)) return false;
  const url = target.replace(/^\/\//, 'http://');
  return parseUrl(url) !== undefined && isLocalUrl(url);
}

const isBare = (target: string): boolean => /^https?:\/\/[^/?#]+\/?$/i.test(target);
