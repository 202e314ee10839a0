import { styleText } from 'node:util';
import type { Finding, Severity } from './finding.ts';

export interface TextOptions {
  /** Colours of a terminal. */
  readonly color?: boolean;
  /** Findings of one check that are shown; the others are counted. */
  readonly limit?: number;
}

/** What was checked, for readers of the JSON. */
export interface Checked {
  readonly pages?: number;
  readonly notes?: readonly string[];
}

const defaultLimit = 100;

/** `2 errors and 1 warning in 3 files`; `no defects` where there are none. */
export function summaryOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no defects';
  const counts = [count(findings, 'error'), count(findings, 'warning')].filter(Boolean);
  const files = new Set(findings.map(({ file }) => file)).size;
  return `${counts.join(' and ')} in ${files} file${files === 1 ? '' : 's'}`;
}

/**
 * For a terminal: one line a finding, the files apart, and how many there are. Ends in a newline; empty without findings.
 *
 *     error    site/docs/a.md:12  dead-link  link to /b: nothing is published there  Fix: Did you mean /c?
 */
export function toText(findings: readonly Finding[], { color = false, limit = defaultLimit }: TextOptions = {}): string {
  if (findings.length === 0) return '';
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const shown = new Map<string, number>();
  const groups = new Map<string, string[]>();
  for (const { check, severity, file, line, message, fix } of sorted(findings)) {
    const number = (shown.get(check) ?? 0) + 1;
    shown.set(check, number);
    if (number > limit) continue;
    const place = visible(line === undefined ? file : `${file}:${line}`);
    const text = [
      paint(severity === 'error' ? 'red' : 'yellow', severity.padEnd('warning'.length)),
      paint('bold', place),
      paint('cyan', check),
      visible(message),
      paint('dim', `Fix: ${visible(fix)}`),
    ].join('  ');
    groups.set(file, [...(groups.get(file) ?? []), text]);
  }
  const more = [...shown].flatMap(([check, number]) =>
    number > limit ? [`… and ${number - limit} more of ${check}; --format json lists all`] : [],
  );
  return `${[...[...groups.values()].map((lines) => lines.join('\n')), ...more, summaryOf(findings)].join('\n\n')}\n`;
}

/** `{ errors, warnings, pages?, notes?, findings: [{ check, severity, file, line, message, fix }] }`; `line` is null where it is not known. */
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

/** Workflow commands that GitHub shows beside the lines they name. Empty without findings. */
export function toAnnotations(findings: readonly Finding[]): string {
  return sorted(findings)
    .map(({ check, severity, file, line, message, fix }) => {
      const properties = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`]), `title=${property(check)}`];
      return `::${severity} ${properties.join(',')}::${data(`${message}  Fix: ${fix}`)}\n`;
    })
    .join('');
}

/** By file, line and check; what has no line before what has one. */
const sorted = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => compare(a.file, b.file) || compare(a.line ?? 0, b.line ?? 0) || compare(a.check, b.check));

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function count(findings: readonly Finding[], severity: Severity): string {
  const number = findings.filter((finding) => finding.severity === severity).length;
  return number === 0 ? '' : `${number} ${severity}${number === 1 ? '' : 's'}`;
}

/** Control characters of a page must neither break the line nor command the terminal. */
const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** As the toolkit of GitHub Actions escapes the message of a command. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** As it escapes a property. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
