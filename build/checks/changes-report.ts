import type { Finding } from './finding.ts';
import { countFindings, type TextOptions, toText } from './report.ts';

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

/** Identity of a finding across builds, without lines and numbers, such as those of other pages: edits may change them. */
const nameOf = ({ check, file, message }: Finding): string =>
  [check, file, message.replace(/(?<=\s)\d[\d,.]*(?=\s)|(?<=:)\d+(?=\))/g, '')].join('\0');
