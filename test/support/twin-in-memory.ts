import { isPageFile } from '../../build/contract/permalinks.ts';
import { contentFor } from '../../build/page/content-setting.ts';
import { convert } from '../../build/page/convert.ts';
import { withoutOwnCanonical } from '../../build/page/head-links.ts';
import { learnRepeated } from '../../build/page/learn-repeated.ts';
import { readPage } from '../../build/page/read-page.ts';
import { type Plan, planSite } from '../../build/publish/plan.ts';
import { settlePages } from '../../build/publish/settle-pages.ts';
import { resolveSettings, type Settings } from '../../build/settings.ts';

/**
 * What `diptych twin` makes of a site, without a folder, a process or checks: a hundredth of the time of a run of the command.
 *
 * @param files of the site by path: HTML pages and others
 */
export async function planInMemory(files: Readonly<Record<string, string>>, settings: Partial<Settings> = {}): Promise<Plan> {
  const chosen = { ...resolveSettings({ url: 'https://example.com', ...settings }, 'settings'), adopted: true as const };
  const all = Object.keys(files).sort();
  const paths = all.filter(isPageFile);
  const htmlOf = (file: string): string => withoutOwnCanonical(files[file]!);
  const repeated = learnRepeated(paths, htmlOf);
  const reading = { ...chosen, withoutFacts: true, ...(repeated && { repeated }) };
  const read = paths.map((file) =>
    readPage({ file, html: htmlOf(file) }, reading, (part, pageUrl) =>
      convert(part, pageUrl, { ...reading, content: contentFor(reading.content, file) }),
    ),
  );
  const { pages, failures, htmlUrls } = settlePages(read, all, chosen);
  return planSite({
    pages,
    failures,
    settings: { ...chosen, htmlUrls },
    existing: all.map((path) => ({ path, from: path })),
    redirects: new Map(),
    keepExisting: true,
  });
}

/** The twins and documents of {@link planInMemory}, by path. */
export async function twinInMemory(...given: Parameters<typeof planInMemory>): Promise<Record<string, string>> {
  const { artifacts } = await planInMemory(...given);
  return Object.fromEntries(artifacts.map(({ path, body }) => [path, Buffer.from(body).toString()]));
}
