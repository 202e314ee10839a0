import { answerForms, type FormCounts, type Report } from './count-requests.ts';
import { formsText } from './report-text.ts';

/** Rows of each table of the page. */
const shown = 100;
const colors = ['#2563eb', '#059669', '#d97706', '#94a3b8', '#a78bfa', '#dc2626'];

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:0 0 2rem}
th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884;overflow-wrap:anywhere;vertical-align:top}
td:first-child{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;width:6rem}
svg{width:100%;height:auto;display:block}
svg text{fill:currentColor;font-size:12px}
.key{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em;border-radius:2px}
pre{overflow:auto;padding:1rem;border:1px solid #8884}`;

/** A report as one HTML file without external resources: requests by day and by agent as bars, and tables. */
export function reportPage(report: Report): string {
  const { requests, days, agents, pages, missed, redirects, unseen } = report;
  const key = answerForms.map((form, at) => `<span class="key" style="background:${colors[at]}"></span>${form}`).join('');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Report of access logs</title>
<style>${style}</style>
<h1>Report of access logs</h1>
<p>${requests.toLocaleString('en')} requests: ${formsText(report.forms)}.</p>
<p>${key}</p>
${days.length > 0 ? `<h2>By day</h2>\n${columns(days)}` : ''}
<h2>Agents</h2>
${table(agents, ({ agent, requests, forms }) => [number(requests), agent || '(not in the log)', { bar: forms, of: agents[0]!.requests }])}
<h2>Pages</h2>
${table(pages, ({ path, html, markdown }) => [number(html + markdown), path, formsText({ html, markdown })])}
<h2>Missed</h2>
${table(missed, ({ path, requests, near }) => [number(requests), path, near === undefined ? '' : `near: ${near}`])}
${redirects.length > 0 ? `<h2>Redirects</h2>\n<p>Ready for <code>_redirects</code>; read them first.</p>\n<pre>${escaped(redirects.join('\n'))}</pre>` : ''}
${unseen ? `<h2>Pages that were never read</h2>\n<ul>${unseen.map((path) => `<li>${escaped(path)}</li>`).join('')}</ul>` : ''}
</html>
`;
}

type Cell = string | { readonly bar: FormCounts; readonly of: number };

function table<T>(rows: readonly T[], cellsOf: (row: T) => readonly Cell[]): string {
  if (rows.length === 0) return '<p>None.</p>';
  const cell = (cell: Cell): string => `<td>${typeof cell === 'string' ? escaped(cell) : bar(cell.bar, cell.of)}</td>`;
  const more = rows.length > shown ? `<p>And ${number(rows.length - shown)} others: <code>--as json</code> lists all.</p>` : '';
  return `<table>${rows
    .slice(0, shown)
    .map((row) => `<tr>${cellsOf(row).map(cell).join('')}</tr>`)
    .join('\n')}</table>${more}`;
}

function bar(counts: FormCounts, of: number): string {
  return `<svg viewBox="0 0 400 16" role="img" aria-label="${formsText(counts)}">${stacked(counts, 400 / of, (from, to, color) => `<rect x="${from}" width="${to - from}" height="16" fill="${color}"/>`)}</svg>`;
}

function columns(days: Report['days']): string {
  const highest = Math.max(...days.map(({ forms }) => Object.values(forms).reduce((a, b) => a + b)));
  const width = 800 / days.length;
  const drawn = days.map(({ day, forms }, at) => {
    const x = at * width;
    const column = stacked(
      forms,
      180 / highest,
      (from, to, color) =>
        `<rect x="${round(x)}" y="${round(200 - to)}" width="${round(width * 0.9)}" height="${round(to - from)}" fill="${color}"/>`,
    );
    return `<g><title>${day}: ${formsText(forms)}</title>${column}</g>`;
  });
  const ends = `<text x="0" y="216">${days[0]!.day}</text><text x="800" y="216" text-anchor="end">${days.at(-1)!.day}</text>`;
  return `<svg viewBox="0 0 800 220" role="img" aria-label="Requests by day, at most ${number(highest)}">${drawn.join('')}<text x="0" y="12">${number(highest)}</text>${ends}</svg>`;
}

function stacked(counts: FormCounts, scale: number, draw: (from: number, to: number, color: string) => string): string {
  let from = 0;
  return answerForms
    .map((form, at) => {
      const start = from;
      from += counts[form] * scale;
      return counts[form] > 0 ? draw(round(start), round(from), colors[at]!) : '';
    })
    .join('');
}

const round = (length: number): number => Math.round(length * 100) / 100;
const number = (count: number): string => count.toLocaleString('en');
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
