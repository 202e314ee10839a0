import { styleText } from 'node:util';
import type { Finding } from '../checks/finding.ts';
import { type Checked, type TextOptions, toAnnotations, toJson, toText } from '../checks/report.ts';
import { isLocalUrl, notAtRoot } from '../contract/site-url.ts';
import { groupBy } from '../contract/std/collections.ts';
import type { Fault } from '../contract/std/errors.ts';
import { counted, firstNames } from '../contract/std/words.ts';
import type { Summary } from '../publish/summary.ts';

/** The members of a stream that a report needs. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface ReporterOptions {
  /** For findings and summaries. */
  readonly out: Terminal;
  /** For notes and progress. */
  readonly err: Terminal;
  readonly color: boolean;
  /** Format of findings; if it is for programs, summaries go to `err`. Default: text. */
  readonly format?: 'text' | 'json' | 'github' | undefined;
  /** Prints only errors and requested output. */
  readonly quiet?: boolean | undefined;
  /** Whether a command says what it decided and why. */
  readonly debug?: boolean | undefined;
}

export type Reporter = ReturnType<typeof createReporter>;

export function createReporter({ out, err, color, format = 'text', quiet = false, debug = false }: ReporterOptions) {
  const began = performance.now();
  let last = 0;
  let shown = false;
  const clear = (): void => {
    if (shown) err.write('\r\u001B[2K');
    shown = false;
  };
  const print = (text: string): void => {
    clear();
    (format === 'json' ? err : out).write(text);
  };
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
  return {
    debug,
    color,
    clear,
    paint,
    print,
    /** The result of a command; omitted if quiet. */
    summary: quiet ? () => {} : print,
    note(line: string): void {
      if (quiet) return;
      clear();
      err.write(`diptych: ${line}\n`);
    },
    /** A line that is rewritten during long work, after its first second; only on a terminal. */
    progress(what: string, done: number, all?: number): void {
      const now = performance.now();
      if (quiet || !err.isTTY || now - began < 1_000 || (now - last < 100 && done !== all)) return;
      last = now;
      shown = true;
      err.write(`\r\u001B[2K${what}: ${[done, all].flatMap((number) => number?.toLocaleString('en') ?? []).join(' of ')}`);
    },
    findings(findings: readonly Finding[], checked?: Checked, options: Omit<TextOptions, 'color'> = {}): void {
      clear();
      const forms = {
        text: () => toText(quiet ? findings.filter(({ severity }) => severity === 'error') : findings, { color, ...options }),
        json: () => toJson(findings, checked),
        github: () => toAnnotations(findings),
      };
      out.write(forms[format]());
    },
    /** The faults of a build in full: location, excerpt and advice. */
    faults(faults: readonly Fault[]): void {
      for (const { file, line, message, advice, excerpt } of faults) {
        const place = file ? `${paint('bold', line ? `${file}:${line}` : file)}  ` : '';
        const more = [
          ...(excerpt ? [excerpt.replace(/^/gm, '  ')] : []),
          ...(advice ? [`  ${paint('dim', `Fix: ${advice}`)}`] : []),
        ];
        print(`\n${[`${paint('red', 'error')}  ${place}${message}`, ...more].join('\n')}\n`);
      }
    },
  };
}

/** Approximate characters per token, in English text and markup. */
const charactersPerToken = 4;

/** The summary of a build or of `diptych twin`: the output, the savings of twins, what was left out, and the duration. */
export function summaryText(summary: Summary, folder: string, milliseconds: number): string {
  const { pages, artifacts, bytes, htmlCharacters, twinCharacters, parity, layouts, leftOut, unmeasured, kept, times, url } =
    summary;
  const fewer = Math.max(0, htmlCharacters - twinCharacters);
  const tokens = Math.round(fewer / charactersPerToken).toLocaleString('en');
  const share = htmlCharacters > 0 ? Math.round((fewer / htmlCharacters) * 100) : 0;
  const phases = Object.entries(times).map(([name, took]) => `${name} ${seconds(took)}`);
  const reasons = [...groupBy(leftOut, ({ reason }) => reason)];
  return [
    `Wrote ${folder} in ${seconds(milliseconds)}: ${counted(pages, 'page')}, ${counted(artifacts, 'document')}, ${size(bytes)}`,
    `  Markdown saves about ${tokens} tokens (${share} %); ${parity === undefined ? 'parity not measured' : `parity of every page at least ${percent(parity)}`}`,
    ...layouts
      .slice(0, 3)
      .map(({ root, pages, example }) => `  Content: ${root} (${counted(pages, 'page')}, such as ${example})`),
    ...reasons.map(([reason, group]) => `  Left out: ${firstNames(group.map(({ file }) => file))} (${reason})`),
    ...(unmeasured.length > 0 ? [`  Parity not measured: ${firstNames(unmeasured)} (no-parity)`] : []),
    ...(kept.length > 0 ? [`  Kept existing files: ${firstNames(kept)}`] : []),
    `  ${phases.join(', ')}`,
    ...(isLocalUrl(url)
      ? [`  Warning: the site URL is ${url}, which is this machine; set the public URL before you publish`]
      : []),
    ...[notAtRoot(url) ?? []].flat().map((note) => `  ${note}`),
    '',
  ].join('\n');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
/** Rounded down: 99.96 % is not 100 %. */
const percent = (ratio: number): string => `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
