import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** At each width, light and dark: axe finds nothing in a page, and the page is no wider than its window. */
export async function expectNoFault(page: Page, widths: readonly number[]): Promise<void> {
  // Evaluated, not injected: the policy of the page allows no inline script.
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { found, needed } = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          resultTypes: ['violations'],
        });
        return {
          found: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)),
          needed: document.documentElement.scrollWidth,
        };
      });
      expect(found, `${colorScheme}, ${width} px`).toEqual([]);
      expect(needed, `${colorScheme}, ${width} px`).toBeLessThanOrEqual(width);
    }
}
