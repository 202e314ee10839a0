import { styleText } from 'node:util';
import type { Finding } from '../checks/finding.ts';
import { toText } from '../checks/report.ts';
import type { Fault } from '../contract/std/errors.ts';
import { readTemplateErrors } from '../eleventy/errors/template-errors.ts';
import type { Summary } from '../publish/summary.ts';
import type { Terminal } from './progress.ts';

/** Findings of one check that are shown after a change. */
const limit = 20;

/** What a preview says on the terminal. */
export function createDevReport(terminal: Terminal, color: boolean) {
  let address = '';
  let built = false;
  let broken = false;
  let found = '';
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const say = (text: string): void => void terminal.write(`${text}\n`);

  return {
    /**
     * @param path below which the site is served, with slashes
     * @param asked port that was asked for; 0 for any
     */
    serving(url: string, path: string, asked: number): void {
      address = url + path.replace(/^\/$/, '');
      if (asked !== 0 && !url.endsWith(`:${asked}`)) say(`Port ${asked} is in use.`);
      say(`Building; the preview will be at ${paint('bold', address)}`);
    },
    /** @param took milliseconds */
    built(files: readonly string[], { pages }: Summary, took: number): void {
      const what =
        files.length > 0 ? files.map((file) => file.replace(/^\.\//, '')).join(', ') : `${pages} page${pages === 1 ? '' : 's'}`;
      say(`${broken ? 'Fixed. ' : ''}${what}: built in ${(took / 1000).toFixed(2)} s`);
      built = true;
      broken = false;
    },
    checked(findings: readonly Finding[]): void {
      const text = findings.length > 0 ? toText(findings, { color, limit }).trimEnd() : 'No defects.';
      if (text !== found && (found || findings.length > 0)) say(text);
      found = text;
    },
    failed(error: unknown): void {
      broken = true;
      say(
        readTemplateErrors(error)
          .map((fault) => `\n${faultText(fault, paint)}`)
          .join('\n'),
      );
      say(paint('dim', built ? 'The preview shows the last build that worked.\n' : 'The preview waits for a change.\n'));
    },
    watching: (): void => say(`${built ? 'Preview' : 'Waiting for a change'}: ${paint('bold', address)} (end it with Ctrl-C)`),
  };
}

function faultText(
  { file, line, message, advice, excerpt }: Fault,
  paint: (format: Parameters<typeof styleText>[0], text: string) => string,
): string {
  const place = file ? `${paint('bold', line ? `${file}:${line}` : file)}  ` : '';
  return [
    `${paint('red', 'error')}  ${place}${message}`,
    ...(excerpt ? [excerpt.replace(/^/gm, '  ')] : []),
    ...(advice ? [`  ${paint('dim', `Fix: ${advice}`)}`] : []),
  ].join('\n');
}
