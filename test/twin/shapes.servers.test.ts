import { describe, expect, it } from 'vitest';
import { convert } from '../../build/page/convert.ts';
import { readPage } from '../../build/page/read-page.ts';
import { ConversionLimit } from '../../build/twin/conversion-limit.ts';
import { shapes } from '../support/hostile-shapes.mjs';

const siteUrl = 'https://site.example';

/** As `diptych twin` reads a page of a site: with what many pages have, which is nothing here, and with parity. */
function readTwin(html: string): void {
  const frame = { texts: new Set<string>(), labels: new Set<string>(), places: new Set<string>(), names: new Set<string>() };
  const settings = { url: siteUrl, language: 'en', exclude: [], drafts: false, parity: true, adopted: true as const, frame };
  readPage({ file: 'page.html', html }, settings, (part, url) => convert(part, url, settings));
}

/** Seconds of processor time that a page of a shape takes, the least of some tries: what else the machine does counts for nothing. */
function secondsOf(page: (size: number) => string, size: number, tries: number): number {
  const html = page(size);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at++) {
    const before = process.cpuUsage();
    try {
      readTwin(html);
    } catch (error) {
      expect(error).toBeInstanceOf(ConversionLimit);
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000_000);
  }
  return least;
}

describe('a page four times as long costs no more than four times the time, and some', () => {
  const small = 10_000;
  /** Too short to tell. */
  const soon = 0.3;

  it.each(shapes)('%s', (_, page) => {
    // A cubic one would never end at the larger size.
    if (secondsOf(page, small / 4, 1) > soon) expect(secondsOf(page, small / 4, 3)).toBeLessThan(soon * 4);
    if (secondsOf(page, small * 4, 1) <= soon) return;
    // Quadratic would be 16. Half as much again and a constant are for what a garbage collector does in between.
    expect(secondsOf(page, small * 4, 2)).toBeLessThan(secondsOf(page, small, 3) * 9 + soon);
  });
});
