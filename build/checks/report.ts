import { styleText } from 'node:util';
import { groupBy } from '../contract/std/collections.ts';
import { counted, printable } from '../contract/std/words.ts';
import type { Finding } from './finding.ts';

export interface TextOptions {
  /** Whether to use terminal colours. */
  readonly color?: boolean;
  /** Findings of one check to print; the others are counted. */
  readonly limit?: number;
  /** One warning of each check, and no blank lines. */
  readonly isBrief?: boolean;
  /** How to list them all. */
  readonly all?: string;
}

export interface Checked {
  readonly pages?: number;
  readonly notes?: readonly string[];
}

const defaultLimit = 100;

/** `2 errors and 1 warning in 3 files`, or `no defects`. */
export function countFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no defects';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const counts = [...(errors ? [counted(errors, 'error')] : []), ...(warnings ? [counted(warnings, 'warning')] : [])];
  return `${counts.join(' and ')} in ${counted(new Set(findings.map(({ file }) => file)).size, 'file')}`;
}

/** `dead-link 40, image-alt 12`, most frequent first. Empty if all are of one check. */
export function countByCheck(findings: readonly Finding[]): string[] {
  const groups = [...groupBy(findings, ({ check }) => check)].sort(
    ([a, left], [b, right]) => right.length - left.length || compare(a, b),
  );
  return groups.length > 1 ? [groups.map(([check, { length }]) => `${check} ${length.toLocaleString('en')}`).join(', ')] : [];
}

/**
 * Findings for a terminal: one line each, grouped by file, then their number. Empty without findings.
 *
 *     error    site/docs/a.md:12  dead-link  link to /b: nothing is published there  Fix: Did you mean /c?
 */
export function toText(
  findings: readonly Finding[],
  { color = false, limit = defaultLimit, isBrief = false, all = '--format json' }: TextOptions = {},
): string {
  if (findings.length === 0) return '';
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const ordered = sorted(findings);
  const groups = [...groupBy(ordered, ({ check, severity }) => `${check} ${severity}`).values()].map((group) => {
    const [{ check, severity }] = group as [Finding];
    const most = isBrief && severity === 'warning' ? 1 : limit;
    return { shown: group.slice(0, most), check, rest: group.length - most };
  });
  const shown = new Set(groups.flatMap(({ shown }) => shown));
  const lineFor = ({ check, severity, file, line, message, fix }: Finding): string => {
    const place = printable(line === undefined ? file : `${file}:${line}`);
    return [
      paint(severity === 'error' ? 'red' : 'yellow', severity.padEnd('warning'.length)),
      paint('bold', place),
      paint('cyan', check),
      printable(message),
      paint('dim', `Fix: ${printable(fix)}`),
    ].join('  ');
  };
  const byFile = groupBy(
    ordered.filter((finding) => shown.has(finding)),
    ({ file }) => file,
  );
  const blocks = [...byFile.values()].map((group) => group.map(lineFor).join('\n'));
  const more = groups.flatMap(({ check, rest }) => (rest > 0 ? [`… and ${rest} more of ${check}; ${all} lists all`] : []));
  return `${[...blocks, ...more, countFindings(findings)].join(isBrief ? '\n' : '\n\n')}\n`;
}

/** `{ errors, warnings, pages?, notes?, findings: [{ check, severity, file, line, message, fix }] }`; unknown `line` is null. */
export function toJson(findings: readonly Finding[], { pages, notes }: Checked = {}): string {
  const rows = sorted(findings).map(({ check, severity, file, line, message, fix }) => ({
    check,
    severity,
    file,
    line: line ?? null,
    message,
    fix,
  }));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const document = {
    errors,
    warnings: findings.length - errors,
    ...(pages !== undefined && { pages }),
    ...(notes && { notes }),
    findings: rows,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Findings as workflow commands, which GitHub shows beside the lines. Empty without findings. */
export const toAnnotations = (findings: readonly Finding[]): string =>
  sorted(findings)
    .map(({ check, message, fix, ...place }) => annotation({ ...place, title: check, message: `${message}  Fix: ${fix}` }))
    .join('');

/**
 * One annotation of GitHub Actions.
 *
 * @example annotation({ severity: 'error', title: 'diptych', message: 'out: not a folder' }) // '::error title=diptych::out: …'
 */
export function annotation(of: {
  readonly severity: Finding['severity'];
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly title: string;
  readonly message: string;
}): string {
  const { severity, file, line, title, message } = of;
  const properties = Object.entries({ file, line, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(String(value))}`],
  );
  return `::${severity} ${properties.join(',')}::${data(message)}\n`;
}

/** By file, line and check; findings without a line first. */
const sorted = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => compare(a.file, b.file) || compare(a.line ?? 0, b.line ?? 0) || compare(a.check, b.check));

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Escapes a message like the toolkit of GitHub Actions. */
const data = (text: string): string => printable(text).replaceAll('%', '%25');

/** Escapes a property likewise. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Prints the findings of a build, and of each later one what is new and how many are fixed. */
export function createChangesReport(line: (text: string) => void): (findings: readonly Finding[], how: TextOptions) => void {
  let found: readonly string[] = [];
  return (findings, how) => {
    const gone = [...found];
    const fresh = findings.filter((finding) => {
      const at = gone.indexOf(nameOf(finding));
      if (at >= 0) gone.splice(at, 1);
      return at < 0;
    });
    found = findings.map(nameOf);
    if (fresh.length > 0) line(toText(fresh, how).trimEnd());
    if (findings.length === 0 && gone.length > 0) line('No defects.');
    else if (gone.length > 0) line(`${gone.length} fixed; still ${countFindings(findings)}.`);
    else if (fresh.length > 0 && findings.length > fresh.length) line(`In all ${countFindings(findings)}.`);
  };
}

/** Identity of a finding across builds, without lines and numbers, such as the number of other pages: edits may change them. */
const nameOf = ({ check, file, message }: Finding): string =>
  [check, file, message.replace(/(?<=\s)\d[\d,.]*(?=\s)|(?<=:)\d+(?=\))/g, '')].join('\0');
