import type { BuildChanges } from '../contract/manifest.ts';
import { artifactAt } from '../contract/media-types.ts';
import { fileOfUrl, urlOfFile } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { counted } from '../contract/std/words.ts';
import { surfaces } from '../contract/surfaces.ts';
import { type Artifact, hashOf } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { indexLine, markdownText } from './markdown-text.ts';
import { surfaceArtifact } from './surface-artifact.ts';
import { twinArtifact } from './twin.ts';

/** Characters of `/changes.md`, so that every reader sees all of it: older builds are dropped. */
const longest = 20_000;

/** `/changes.md`: the changed twins of each build, newest first. A build without changes does not alter it. */
export const changes = (site: Site): Artifact[] => [surfaceArtifact('getChanges', changesOf(site).body)];

/** The builds in `/changes.md`, for the manifest. */
export const buildChanges = (site: Site): readonly BuildChanges[] => changesOf(site).builds;

const changesOf = memoizeByObject((site: Site): { builds: readonly BuildChanges[]; body: string } => {
  const [newest, ...earlier] = allChanges(site);
  const titles = new Map(site.published.map(({ twin, title }) => [fileOfUrl(twin), title]));
  const sitemap = `[sitemap](${absoluteUrl(site, surfaces.getSitemapMd.path)})`;
  const line = (file: string): string => {
    const title = titles.get(file);
    const url = absoluteUrl(site, urlOfFile(file));
    return title === undefined ? `- \`${url}\`` : indexLine(title, url);
  };
  const textOf = ({ build, count, ...lists }: BuildChanges): string => {
    const blocks = (['added', 'changed', 'removed'] as const).flatMap((name) =>
      lists[name]?.length ? [`${name[0]!.toUpperCase()}${name.slice(1)}:`, lists[name].map(line).join('\n')] : [],
    );
    if (count !== undefined) blocks.push(`${counted(count, 'page')} changed, too many to list: read the ${sitemap} again.`);
    return [`## ${build}`, ...(blocks.length > 0 ? blocks : ['The first build: all pages are new.'])].join('\n\n');
  };
  const opening = [
    `# Changes of ${markdownText(site.name)}`,
    `> What each build added, changed and removed, newest first, under a digest of its pages. Remember the first digest, and read down to it next time. If it is no longer here, read the ${sitemap} again.`,
  ].join('\n\n');
  const isShort = opening.length + textOf(newest!).length <= longest;
  const builds = [isShort ? newest! : { build: newest!.build, count: sizeOf(newest!) }];
  let body = `${opening}\n\n${textOf(builds[0]!)}\n`;
  for (const build of earlier) {
    const longer = `${body}\n${textOf(build)}\n`;
    if (longer.length > longest) break;
    body = longer;
    builds.push(build);
  }
  return { builds, body };
});

const sizeOf = ({ added = [], changed = [], removed = [] }: BuildChanges): number =>
  added.length + changed.length + removed.length;

/** This build and earlier ones, as far back as the last manifest goes. */
function allChanges(site: Site): readonly BuildChanges[] {
  const artifacts = site.published.map((page) => twinArtifact(site, page));
  const twins = new Map(artifacts.flatMap(({ path, hash }) => (site.isKept(path) ? [] : [[path, hash] as const])));
  const build = digestOf(twins);
  if (!site.history) return [{ build }];
  // The last build may have had a document in place of a twin.
  const isTwin = (path: string): boolean => twins.has(path) || artifactAt(urlOfFile(path)) === undefined;
  const before = new Map([...site.history.twins].filter(([path]) => isTwin(path)));
  const earlier = site.history.changes.length > 0 ? site.history.changes : [{ build: digestOf(before) }];
  const added = [...twins.keys()].filter((path) => !before.has(path)).sort();
  const changed = [...twins].flatMap(([path, hash]) => (before.has(path) && before.get(path) !== hash ? [path] : [])).sort();
  const removed = [...before.keys()].filter((path) => !twins.has(path)).sort();
  const change = { build, added, changed, removed };
  return sizeOf(change) > 0 ? [change, ...earlier] : earlier;
}

const digestOf = (twins: ReadonlyMap<string, string>): string =>
  hashOf(JSON.stringify([...twins].sort(([a], [b]) => (a < b ? -1 : 1))))
    .replace(/[-_]/g, '')
    .slice(0, 12);
