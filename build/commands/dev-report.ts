import type { Finding } from '../checks/finding.ts';
import { createChangesReport } from '../checks/report.ts';
import { counted } from '../contract/std/words.ts';
import { readTemplateErrors } from '../eleventy/errors/template-errors.ts';
import type { Summary } from '../publish/summary.ts';
import type { Reporter } from './reporter.ts';

/** Findings of one check shown after a change, at most. */
const limit = 20;

/** The output of a preview on the terminal. */
export function createDevReport({ color, paint, summary, faults }: Reporter) {
  let address = '';
  let built = false;
  let broken = false;
  const line = (text: string): void => summary(`${text}\n`);
  const reportChanges = createChangesReport(line);

  return {
    /**
     * @param path base path of the site, with slashes
     * @param asked requested port; 0 for any
     */
    serving(url: string, path: string, asked: number): void {
      address = url + path.replace(/^\/$/, '');
      if (asked !== 0 && !url.endsWith(`:${asked}`)) line(`Port ${asked} is in use.`);
      line(`Building; the preview will be at ${paint('bold', address)}`);
    },
    /** @param took duration in milliseconds */
    built(files: readonly string[], { pages }: Summary, took: number): void {
      const what = files.map((file) => file.replace(/^\.\//, '')).join(', ') || counted(pages, 'page');
      line(`${broken ? 'Fixed. ' : ''}${what}: built in ${(took / 1000).toFixed(2)} s`);
      built = true;
      broken = false;
    },
    checked: (findings: readonly Finding[]): void => reportChanges(findings, { color, limit }),
    failed(error: unknown): void {
      broken = true;
      faults(readTemplateErrors(error));
      line(paint('dim', built ? 'The preview shows the last build that worked.\n' : 'The preview waits for a change.\n'));
    },
    watching: (): void => line(`${built ? 'Preview' : 'Waiting for a change'}: ${paint('bold', address)} (end it with Ctrl-C)`),
  };
}
