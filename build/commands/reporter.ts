import { styleText } from 'node:util';
import type { Finding } from '../checks/finding.ts';
import { type Checked, type TextOptions, toAnnotations, toJson, toText } from '../checks/report.ts';
import type { Fault } from '../contract/std/errors.ts';

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
