import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Checks a page at each width, light and dark: no findings of axe, no horizontal overflow, in wide windows no clipped table, no broken word of code in tables. */
export async function expectNoFault(page: Page, widths: readonly number[]): Promise<void> {
  // Evaluated, because the policy of the page forbids injected scripts.
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { found, needed, cut, broken } = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          resultTypes: ['violations'],
        });
        const range = document.createRange();
        /** Words of code that are broken over two lines. */
        const brokenIn = ({ firstChild }: Element): string[] =>
          [...(firstChild?.nodeValue ?? '').matchAll(/\w+/g)].flatMap(({ index, 0: word }) => {
            range.setStart(firstChild!, index);
            range.setEnd(firstChild!, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
          });
        return {
          broken: [...document.querySelectorAll('td code')].flatMap(brokenIn),
          found: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)),
          needed: document.documentElement.scrollWidth,
          cut: [...document.querySelectorAll('.table')].filter((table) => table.scrollWidth > table.clientWidth).length,
        };
      });
      expect(found, `${colorScheme}, ${width} px`).toEqual([]);
      expect(broken, `broken words of code at ${width} px`).toEqual([]);
      if (width >= 1440) expect(cut, `tables that are cut at ${width} px`).toBe(0);
      expect(needed, `${colorScheme}, ${width} px`).toBeLessThanOrEqual(width);
    }
}
