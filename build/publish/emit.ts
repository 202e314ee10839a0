import { join } from 'node:path';
import type { CheckInput, Finding } from '../checks/finding.ts';
import { runChecks } from '../checks/index.ts';
import type { CheckName } from '../contract/check-names.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import { readIfThere } from '../files.ts';
import { ownFindings } from './extensions.ts';
import { type Plan, type PlanInput, planOutput } from './plan-output.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { type Summary, summarize } from './summary.ts';
import { writeOutput } from './write-output.ts';

export interface EmitInput extends PlanInput {
  readonly report?: ((findings: readonly Finding[]) => void) | undefined;
  /** What stands in the folder, or in its place, from before. */
  readonly previous?: PreviousBuild;
  /** Called for each file that is in its place. */
  readonly placed?: ((done: number, all: number) => void) | undefined;
  /** The pages lie where they are published, checked or not. */
  readonly isInPlace?: boolean;
}

/**
 * Generates every artifact of the pages, checks all that is about to be published, and writes it.
 *
 * @throws {UserError} where an output would overwrite another, or a check finds an error; nothing is written then
 */
export async function emit(input: EmitInput): Promise<Summary> {
  const { folder, report, preview, previous = readPreviousBuild(folder) } = input;
  // In a preview every save would make the index of searches again.
  const settings = preview ? { ...input.settings, compress: false, searchApi: false, mcp: false } : input.settings;
  const clock = createStopwatch();
  const plan = await planOutput({ ...input, settings }, previous);
  clock.lap('generate');

  const findings = [...findingsOf(plan, input), ...(await ownFindings(plan.site, input.extensions ?? {}))];
  report?.(findings);
  // A page that others built may have no twin for itself, unless the owner wants it stricter.
  const isAlone = ({ check }: Finding): boolean =>
    settings.adopted === true && check === 'no-twin' && !settings.checks[check as CheckName];
  const errors = findings.filter((finding) => finding.severity === 'error' && !isAlone(finding)).length;
  if (!preview && errors > 0)
    throw new UserError(`${counted(errors, 'error')} found by the checks${input.isInPlace ? '' : '; nothing was published'}`);
  clock.lap('check');

  const sizes = await writeOutput(plan, {
    folder,
    previous,
    compress: settings.compress,
    // Eleventy removes nothing; in a preview a page that is gone must not look like the work of a plugin.
    removable: preview ? previous.own : previous.artifacts,
    placed: input.placed,
    compressed: () => clock.lap('compress'),
  });
  clock.lap('write');
  const { site, pages, artifacts, kept } = plan;
  const bytesOf = (files: Iterable<string>): number => [...files].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  return {
    ...summarize(site, pages, artifacts),
    bytes: bytesOf(sizes.keys()),
    htmlBytes: bytesOf(site.published.map(({ file }) => file)),
    twinBytes: bytesOf(site.published.map(({ twin }) => fileOfUrl(twin))),
    kept,
    findings,
    times: clock.laps,
  };
}

/** What Eleventy's dev server answers although no file is there: pictures of its image plugin. */
const madeOnRequest = ['.11ty/image/'];

/** What the checks find in a plan. Drafts of a preview are not part of it, and its URL is that of this machine. */
function findingsOf(
  { site, pages, failures, others, artifacts, kept, hidden }: Plan,
  { folder, preview, includes, refused, prints }: EmitInput,
): Finding[] {
  const isPreview = preview !== undefined;
  const { settings } = site;
  const sources = new Map(others.map(({ path, from, plugin }) => [path, plugin ? undefined : from]));
  let texts: ReturnType<NonNullable<CheckInput['includes']>> | undefined;
  const isSeen = (path: string): boolean => !hidden.has(path);
  return runChecks({
    site: isPreview ? { ...site, settings: { ...settings, checks: { ...settings.checks, 'localhost-url': 'off' } } } : site,
    pages: pages.filter(({ file }) => isSeen(file)),
    failures,
    refused,
    prints,
    artifacts: artifacts.filter(({ path }) => isSeen(path)),
    files: new Set([...[...others, ...artifacts].map(({ path }) => path).filter(isSeen), ...(isPreview ? madeOnRequest : [])]),
    kept: kept.map((path) => ({ path, source: sources.get(path), text: readIfThere(join(folder, path)) })),
    sourceText: readIfThere,
    includes: () => (texts ??= (includes?.() ?? []).map((file) => ({ file, text: readIfThere(file) ?? '' }))),
  });
}

/** Milliseconds between laps, by name. */
function createStopwatch(): { lap(name: string): void; readonly laps: Record<string, number> } {
  let last = performance.now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = now - last;
      last = now;
    },
  };
}
