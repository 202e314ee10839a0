import { counted } from '../../contract/std/words.ts';
import { answerForms, type FormCounts, type Report } from './count-requests.ts';

/** Rows of each list on a terminal. */
const shown = 20;

/** A report for a terminal; JSON has every row. */
export function reportText(report: Report): string {
  const { requests, unread, days, agents, pages, missed, redirects, unseen } = report;
  const span = days.length > 0 ? `, ${days[0]!.day} to ${days.at(-1)!.day}` : '';
  const near = missed.filter((row) => row.near !== undefined);
  const far = missed.filter((row) => row.near === undefined);
  return [
    `${counted(requests, 'request')}${span}: ${formsText(report.forms)}`,
    ...(unread > 0 ? [`${counted(unread, 'line')} could not be read as a request.`] : []),
    ...section(
      'Agents',
      agents,
      ({ agent, requests, forms }) => `${number(requests)}  ${agent || '(not in the log)'}: ${formsText(forms)}`,
    ),
    ...section(
      'Pages',
      pages,
      ({ path, html, markdown }) => `${number(html + markdown)}  ${path}: ${formsText({ html, markdown })}`,
    ),
    ...section('Missed, and nearly published', near, ({ path, requests, near }) => `${number(requests)}  ${path}: ${near}`),
    ...section('Missed', far, ({ path, requests }) => `${number(requests)}  ${path}`),
    ...section('Pages that were never read', unseen ?? [], (path) => `  ${path}`),
    ...section('Redirects, ready for _redirects', redirects, (line) => line),
    '',
  ].join('\n');
}

function section<T>(title: string, rows: readonly T[], lineOf: (row: T) => string): string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - shown;
  const more = rest > 0 ? [`  and ${counted(rest, 'other')}: --as json lists all`] : [];
  return ['', title, ...rows.slice(0, shown).map(lineOf), ...more];
}

/** `12 html, 3 markdown`, without zero counts. */
export const formsText = (counts: Partial<FormCounts>): string =>
  answerForms.flatMap((form) => (counts[form] ? [`${counts[form].toLocaleString('en')} ${form}`] : [])).join(', ');

const number = (count: number): string => count.toLocaleString('en').padStart(9);
