import { basename } from 'node:path';
import { policyText } from '../contract/content-security-policy.ts';
import {
  type Canonicals,
  type FileFacts,
  type JudgingSettings,
  type Manifest,
  type MissingTwins,
  manifestFile,
  manifestVersion,
  type Parity,
  type SiteDescription,
} from '../contract/manifest.ts';
import { fileOfUrl, notFoundFile, pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { hashOf, type PublishedFile, publishedFile } from '../files.ts';
import { searchIndex } from '../generators/search/search-index.ts';
import { namesAnother } from '../page/names-another.ts';
import type { LeftOut, SitePage } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import type { Site } from '../page/site.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { Plan } from './plan.ts';

/** What was written into a folder. */
interface Written {
  readonly files: readonly PublishedFile[];
  /** Those of the files that are ours. */
  readonly artifacts: readonly PublishedFile[];
}

/** The manifest of a folder, as a file. */
export function manifestOf(plan: Pick<Plan, 'site' | 'pages' | 'failures' | 'existing'>, written: Written): PublishedFile {
  const { site, pages, failures, existing } = plan;
  const { settings } = site;
  const parities = new Map(site.published.map(({ twin, parity }) => [fileOfUrl(twin), parity]));
  const files = Object.fromEntries(
    [...written.files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, size, hash, tokens, part }): [string, FileFacts] => {
        const parity = parities.get(path);
        const isIncomplete = parity !== undefined && parity.ratio < 1;
        return [path, defined({ size, hash, tokens, part, parity: isIncomplete ? parityFacts(parity) : undefined })];
      }),
  );
  const description = describe(site);
  const digest = Buffer.from(hashOf(JSON.stringify([description, files])), 'base64url').toString('hex');
  const manifest: Manifest = {
    version: manifestVersion,
    build: digest.slice(0, 16),
    site: description,
    artifacts: written.artifacts.map(({ path }) => path).sort(),
    ...filled({
      pluginFiles: existing.flatMap(({ path, plugin }) => (plugin ? [path] : [])).sort(),
      canonicals: otherCanonicals(pages, settings.url),
      settings: judgingSettings(settings),
      withoutTwin: settings.adopted ? failures.map(({ file, failure }) => ({ file, failure })) : [],
      missingTwins: missingTwins(pages, failures, settings.htmlUrls),
    }),
    files,
  };
  return publishedFile(manifestFile, inLines(manifest));
}

function describe(site: Site): SiteDescription {
  const { url, rateLimit, deprecations, agentRegistration, search, feedback, htmlUrls, mcp, contentSecurityPolicy } =
    site.settings;
  const [index] = searchIndex(site);
  return {
    url,
    name: site.name,
    rateLimit,
    deprecations,
    ...(agentRegistration && { agentRegistration }),
    ...(htmlUrls && { htmlUrls }),
    ...(contentSecurityPolicy && { contentSecurityPolicy: policyText(contentSecurityPolicy, search) }),
    ...(feedback && { feedback }),
    ...(index && { searchIndex: urlOfFile(index.path) }),
    ...(mcp && { mcp }),
  };
}

/** Without members that are undefined. */
const defined = (facts: { [Name in keyof FileFacts]: FileFacts[Name] | undefined }): FileFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as FileFacts;

/** Without lists and objects that are empty. */
const filled = <T extends Readonly<Record<string, object>>>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => Object.keys(member).length > 0)) as Partial<T>;

/** Settings by which `diptych check` judges. The severities of an adopted site are defaults of `diptych twin`, not the owner's. */
const judgingSettings = ({ exclude, checks, adopted, content }: ResolvedSettings): JudgingSettings => ({
  ...(exclude.length > 0 && { exclude }),
  ...(!adopted && Object.keys(checks).length > 0 && { checks }),
  ...(adopted && { adopted: content === undefined ? {} : { content } }),
});

/** Parity for the manifest: as much text as a message shows. */
const parityFacts = ({ lost, ...parity }: Parity): Parity => ({
  ...parity,
  ...(lost && { lost: { ...lost, first: lost.first.slice(0, 120), ...(lost.within && { within: lost.within.slice(0, 120) }) } }),
});

/** One file a line: a server of 100,000 files reads it in pieces. */
function inLines({ files, ...rest }: Manifest): string {
  const lines = Object.entries(files).map(([path, facts]) => `${JSON.stringify(path)}:${JSON.stringify(facts)}`);
  return JSON.stringify({ ...rest, files: {} }).replace(/\{\}\}$/, () => `{\n${lines.join(',\n')}\n}}\n`);
}

/** Canonical URLs that differ from the page's own, as in older versions of a documentation. */
const otherCanonicals = (pages: readonly SitePage[], siteUrl: string): Canonicals =>
  Object.fromEntries(
    pages
      .filter(({ url, canonical, leftOut }) => leftOut !== 'redirect' && namesAnother(canonical, siteUrl, url))
      .map(({ url, canonical }) => [url, new URL(canonical).href.replace(/#.*$/, '')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Public reasons; none for pages that their author hides. */
const reasons: Readonly<Record<LeftOut, ((page: SitePage) => string) | undefined>> = {
  draft: undefined,
  noindex: undefined,
  redirect: () => 'it only leads to another page',
  duplicate: ({ canonical }) => `it is a copy of ${canonical}`,
  excluded: () => 'the owner of the site left it out',
  'not a page': () => 'its HTML has no text',
};

/** Why pages have no twin, for readers who request one. */
function missingTwins(pages: readonly SitePage[], failures: readonly PageFailure[], htmlUrls: boolean | undefined): MissingTwins {
  const leftOut = pages.flatMap((page) => {
    const reason = page.leftOut && basename(page.file) !== notFoundFile ? reasons[page.leftOut]?.(page) : undefined;
    return reason === undefined ? [] : [[page.url, reason] as const];
  });
  const failed = failures.map(({ file, failure }) => [pageUrlOf(file, htmlUrls), failure] as const);
  return Object.fromEntries([...leftOut, ...failed].sort(([a], [b]) => (a < b ? -1 : 1)));
}
