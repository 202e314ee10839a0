import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artifact, removeTree, writeArtifacts } from './artifact.ts';
import { AuthorError } from './author-error.ts';
import type { Finding } from './checks/check.ts';
import { runChecks } from './checks/index.ts';
import { compress, isCompressible } from './compress.ts';
import { generate } from './generators/index.ts';
import type { ResolvedSettings } from './options.ts';
import { type Output, registerOutputs } from './output.ts';
import type { LeftOut, Page } from './page.ts';
import type { PageFailure } from './page-reader.ts';
import { createSite, type Site } from './site.ts';

/** File of the manifest in the output folder: sizes and hashes of all others. Not a URL of the site. */
export const manifestFile = '.diptych.json';

export interface Manifest {
  readonly version: 1;
  /** Identity of this build: the same for the same files. */
  readonly build: string;
  readonly files: Readonly<Record<string, { readonly size: number; readonly hash: string }>>;
  /** Files of `files` that Diptych made: replaced or removed by the next build into the same folder. */
  readonly artifacts: readonly string[];
}

/** What a build published. */
export interface Summary {
  readonly pages: number;
  readonly artifacts: number;
  /** Bytes of all files, sidecars not counted. */
  readonly bytes: number;
  readonly htmlCharacters: number;
  readonly twinCharacters: number;
  readonly words: number;
  /** Lowest parity of a page, 0 to 1; absent where it was not measured. */
  readonly parity?: number;
  /** Pages whose authors chose not to have their twins measured. */
  readonly unmeasured: readonly string[];
  /** Files that were there already and stay, where an artifact would have been written. */
  readonly kept: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOut | string }[];
  readonly findings: readonly Finding[];
  readonly site: Site;
  /** Milliseconds by phase. */
  readonly times: Readonly<Record<string, number>>;
}

export interface EmitInput {
  /** The output folder; it holds the pages already. */
  readonly folder: string;
  readonly pages: readonly (Page | PageFailure)[];
  readonly settings: ResolvedSettings;
  /** What is in the folder, and what it comes from. */
  readonly outputs: readonly Output[];
  readonly redirects: ReadonlyMap<string, string>;
  readonly report?: ((findings: readonly Finding[]) => void) | undefined;
  /** Keep files that are there already in place of artifacts of ours: the site of another generator. */
  readonly keepExisting?: boolean;
  /** HTML of the pages by file, where it is at hand; else it is read. */
  readonly html?: ReadonlyMap<string, string>;
}

/**
 * Generates every artifact of the pages, checks all that is about to be published, and writes it.
 *
 * @throws {AuthorError} where an output would overwrite another, or a check finds an error; nothing is written then
 */
export async function emit({ folder, pages: read, settings, outputs, redirects, report, html, keepExisting = false }: EmitInput): Promise<Summary> {
  const clock = stopwatch();
  const pages = read.filter((page): page is Page => !('failure' in page));
  const failures = read.filter((page): page is PageFailure => 'failure' in page);
  const site = createSite(pages, settings, redirects);
  const generated = generate(site);
  clock('generate');
  const previous = readManifest(folder)?.artifacts ?? [];
  const own = new Set(previous);
  const others = outputs.filter(({ path }) => !own.has(path) && path !== manifestFile && !isSidecar(path));
  const there = new Set(keepExisting ? others.map(({ path }) => path) : []);
  const artifacts = generated.filter(({ path }) => !there.has(path));
  registerOutputs([...others, ...artifacts.map(({ path }) => ({ path, from: `the generated ${path}` }))]);
  const files = new Set([...others.map(({ path }) => path), ...artifacts.map(({ path }) => path)]);
  const findings = runChecks({ site, pages, artifacts, files, sourceText });
  clock('check');
  report?.(findings);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) throw new ChecksFailed(findings, errors);
  for (const path of previous) if (!files.has(path)) await removeTree(join(folder, path));
  await writeArtifacts(folder, artifacts);
  clock('write');
  const bodies = bodiesOf(folder, others, artifacts, html);
  const sidecars = settings.compress ? await compress(bodies) : [];
  await writeArtifacts(folder, sidecars);
  clock('compress');
  const manifest = manifestOf([...bodies, ...sidecars], [...artifacts, ...sidecars]);
  await writeArtifacts(folder, [{ path: manifestFile, mediaType: 'application/json', body: JSON.stringify(manifest) }]);
  clock('manifest');
  return {
    ...count(site, artifacts),
    bytes: bodies.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
    unmeasured: site.pages.flatMap(({ file, source, unmeasured }) => (unmeasured ? [source ?? file] : [])),
    kept: generated.flatMap(({ path }) => (there.has(path) ? [path] : [])),
    leftOut: [
      ...pages.flatMap(({ file, leftOut }) => (leftOut && leftOut !== 'not a page' ? [{ file, reason: leftOut }] : [])),
      ...failures.map(({ file, source, failure }) => ({ file: source ?? file, reason: failure })),
    ],
    findings,
    site,
    times: clock.times,
  };
}

/** The build ends here: the checks found errors. */
export class ChecksFailed extends AuthorError {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], errors: number) {
    super([`${errors} error${errors === 1 ? '' : 's'} found by the checks; nothing was published`]);
    this.findings = findings;
  }
}

function count(site: Site, artifacts: readonly Artifact[]): Pick<Summary, 'pages' | 'artifacts' | 'htmlCharacters' | 'twinCharacters' | 'words' | 'parity'> {
  const ratios = site.pages.flatMap(({ parity }) => (parity ? [parity.ratio] : []));
  return {
    pages: site.pages.length,
    artifacts: artifacts.length,
    htmlCharacters: site.pages.reduce((sum, { facts }) => sum + facts.characters, 0),
    twinCharacters: site.pages.reduce((sum, { body }) => sum + body.length, 0),
    words: site.pages.reduce((sum, { body }) => sum + (body.match(/\S+/g)?.length ?? 0), 0),
    ...(ratios.length > 0 && { parity: ratios.reduce((a, b) => Math.min(a, b)) }),
  };
}

function bodiesOf(folder: string, outputs: readonly Output[], artifacts: readonly Artifact[], html?: ReadonlyMap<string, string>): Artifact[] {
  const copied = outputs.map(({ path }) => ({ path, mediaType: '', body: html?.get(path) ?? readFileSync(join(folder, path)) }));
  return [...copied, ...artifacts];
}

function manifestOf(files: readonly Artifact[], artifacts: readonly Artifact[]): Manifest {
  const rows = files
    .map(({ path, body }) => [path, { size: Buffer.byteLength(body), hash: createHash('sha256').update(body).digest('base64url') }] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: 1,
    build: createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16),
    files: Object.fromEntries(rows),
    artifacts: artifacts.map(({ path }) => path).sort(),
  };
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

/** Every regular file below a folder, relative, sorted; the folder itself need not exist. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .sort();
}

const isSidecar = (path: string): boolean => /\.(br|gz)$/.test(path) && isCompressible(path.replace(/\.(br|gz)$/, ''));

function sourceText(source: string): string | undefined {
  try {
    return readFileSync(source, 'utf8');
  } catch {
    return undefined;
  }
}

function stopwatch(): ((phase: string) => void) & { times: Record<string, number> } {
  let last = performance.now();
  const times: Record<string, number> = {};
  return Object.assign(
    (phase: string) => {
      const now = performance.now();
      times[phase] = now - last;
      last = now;
    },
    { times },
  );
}
