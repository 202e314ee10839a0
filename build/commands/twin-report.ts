import type { Finding } from '../checks/finding.ts';
import { toJson, toText } from '../checks/report.ts';
import type { Summary } from '../publish/summary.ts';

/**
 * All that `diptych twin` has to say of the pages: what each lacks or why it has no twin, where their content was found.
 *
 * @param file decides the form: `.json`, `.html`, else text
 * @param summary absent where nothing was written
 */
export function twinReport(file: string, findings: readonly Finding[], summary: Summary | undefined): string {
  const { leftOut = [], kept = [], unmeasured = [], layouts = [] } = summary ?? {};
  const form = /\.(json|html)$/.exec(file)?.[1];
  if (form === 'json')
    return `${JSON.stringify({ ...JSON.parse(toJson(findings)), leftOut, kept, unmeasured, layouts }, null, 2)}\n`;
  const rows = [
    ...findings.map(({ file, check, message, fix }) => [file, check, message, fix]),
    ...leftOut.map(({ file, reason }) => [file, 'left out', reason, '']),
    ...kept.map((file) => [file, 'kept', 'there already', '']),
    ...unmeasured.map((file) => [file, 'not measured', 'no-parity', '']),
    ...layouts.map(({ root, pages, example }) => [example, 'content', `${root}, on ${pages} pages`, '']),
  ];
  if (form === undefined)
    return [
      toText(findings, { limit: Number.POSITIVE_INFINITY }),
      ...rows.slice(findings.length).map(([file, what, why]) => `${what}: ${file}: ${why}\n`),
    ].join('');
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${cell.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</${tag}>`).join('')}</tr>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report of diptych twin</title><table border="1">\n${[
    cells('th', ['File', 'Check', 'What', 'Fix']),
    ...rows.map((row) => cells('td', row)),
  ].join('\n')}\n</table></html>\n`;
}
