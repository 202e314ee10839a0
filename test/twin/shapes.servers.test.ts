import { describe, expect, it } from 'vitest';
import { convert } from '../../build/page/convert.ts';
import { readPage } from '../../build/page/read-page.ts';
import { ConversionLimit } from '../../build/twin/conversion-limit.ts';
import { shapes } from './hostile-shapes.mjs';

const siteUrl = 'https://site.example';

/** Reads a page like `diptych twin`, with parity. */
function readTwin(html: string): void {
  const settings = {
    url: siteUrl,
    language: 'en',
    exclude: [],
    drafts: false,
    parity: true,
    adopted: true as const,
  };
  readPage({ file: 'page.html', html }, settings, (part, url) => convert(part, url, settings));
}

/** CPU time in seconds for a page of a shape: the minimum of some tries, because other load only adds. */
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

describe('four times the size takes little more than four times the time', () => {
  const small = 10_000;
  /** Times too short to compare. */
  const soon = 0.3;

  it.each(shapes)('%s', (_, page) => {
    // With cubic time, the larger size would never end.
    if (secondsOf(page, small / 4, 1) > soon) expect(secondsOf(page, small / 4, 3)).toBeLessThan(soon * 4);
    if (secondsOf(page, small * 4, 1) <= soon) return;
    // Quadratic time would give 16. The factor of 1.5 and the constant allow for garbage collection.
    expect(secondsOf(page, small * 4, 2)).toBeLessThan(secondsOf(page, small, 3) * 9 + soon);
  });
});
