import { counted } from '../../contract/std/words.ts';
import { agentsFile } from './agents-section.ts';
import type { BundleResult } from './bundle-folder.ts';
import type { BundledLink } from './bundle-links.ts';

/** The size of a bundle, and each link that leads out of it, with its first location. */
export function bundleSummary({ pages, size, leaving, broken }: BundleResult, out: string): string {
  const list = (what: string, links: ReadonlyMap<string, BundledLink>): string[] => {
    if (links.size === 0) return [];
    const all = [...links.values()].reduce((sum, { count }) => sum + count, 0);
    return [
      `${counted(all, 'link')} to ${what}:`,
      ...[...links].map(
        ([target, { file, line, count }]) =>
          `  ${target}  ${file}:${line}${count > 1 ? `, and ${counted(count - 1, 'more time')}` : ''}`,
      ),
    ];
  };
  return [
    ...list('what is on the site, but not in the bundle', leaving),
    ...list('nothing that the site publishes', broken),
    `Wrote ${out}: ${counted(pages, 'page')}, ${counted(size, 'byte')}; and a section of ${agentsFile} beside it`,
    '',
  ].join('\n');
}
