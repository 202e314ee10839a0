import type { Finding } from '../checks/finding.ts';
import { toText } from '../checks/report.ts';
import { counted } from '../contract/std/words.ts';
import { readTemplateErrors } from '../eleventy/errors/template-errors.ts';
import type { Summary } from '../publish/summary.ts';
import type { Reporter } from './reporter.ts';

/** Findings of one check that are shown after a change. */
const limit = 20;

/** What a preview prints. */
export function createDevReport({ color, paint, summary, faults }: Reporter) {
  let address = '';
  let built = false;
  let broken = false;
  let found = '';
  const line = (text: string): void => summary(`${text}\n`);

  return {
    /**
     * @param path below which the site is served, with slashes
     * @param asked port that was asked for; 0 for any
     */
    serving(url: string, path: string, asked: number): void {
      address = url + path.replace(/^\/$/, '');
      if (asked !== 0 && !url.endsWith(`:${asked}`)) line(`Port ${asked} is in use.`);
      line(`Building; the preview will be at ${paint('bold', address)}`);
    },
    /** @param took milliseconds */
    built(files: readonly string[], { pages }: Summary, took: number): void {
      const what = files.map((file) => file.replace(/^\.\//, '')).join(', ') || counted(pages, 'page');
      line(`${broken ? 'Fixed. ' : ''}${what}: built in ${(took / 1000).toFixed(2)} s`);
      built = true;
      broken = false;
    },
    checked(findings: readonly Finding[]): void {
      const text = findings.length > 0 ? toText(findings, { color, limit }).trimEnd() : 'No defects.';
      if (text !== found && (found || findings.length > 0)) line(text);
      found = text;
    },
    failed(error: unknown): void {
      broken = true;
      faults(readTemplateErrors(error));
      line(paint('dim', built ? 'The preview shows the last build that worked.\n' : 'The preview waits for a change.\n'));
    },
    watching: (): void => line(`${built ? 'Preview' : 'Waiting for a change'}: ${paint('bold', address)} (end it with Ctrl-C)`),
  };
}
