import type { CheckName } from '../../contract/check-names.ts';
import { quotaFields } from '../../contract/quota.ts';
import type { Defect, Finding, Severity } from '../finding.ts';
import { type Served, type ServedPage, type ServedSite, typeOf } from './served.ts';

/** A check of how a site answers, which only one that is served can be asked. Pure. */
export interface ServedCheck {
  readonly name: CheckName;
  readonly severity: Severity;
  /** One line for the reference page. */
  readonly summary: string;
  readonly find: (site: ServedSite) => readonly Defect[];
}

/** The checks that `diptych check URL` adds, in the order of the reference page. */
export const servedChecks: readonly ServedCheck[] = [
  {
    name: 'negotiation',
    severity: 'error',
    summary: 'A served page does not answer Accept: text/markdown with its twin, or does not say that it varies.',
    find: ({ pages }) => pages.flatMap(negotiationOf),
  },
  {
    name: 'rate-limit',
    severity: 'warning',
    summary: 'An answer has no RateLimit headers.',
    find: rateLimitOf,
  },
  {
    name: 'not-found',
    severity: 'error',
    summary: 'A path that nobody publishes is not answered with 404 and a problem document.',
    find: ({ missing }) => missing.flatMap(missingOf),
  },
];

/** Runs them with the severities of the settings. */
export function runServedChecks(
  site: ServedSite,
  severities: Readonly<Partial<Record<CheckName, Severity | 'off'>>>,
  locate: (defects: readonly Defect[]) => readonly (Omit<Finding, 'check' | 'severity'> & Pick<Defect, 'severity'>)[],
): Finding[] {
  return servedChecks.flatMap(({ name, severity, find }) => {
    const chosen = severities[name];
    if (chosen === 'off') return [];
    return locate(find(site)).map(({ severity: own, ...finding }) => ({
      check: name,
      severity: chosen ?? own ?? severity,
      ...finding,
    }));
  });
}

/** RFC 9110 §12.5.1 and §12.5.5; design decisions 8 and 12. */
function negotiationOf({ file, html, markdown, twin }: ServedPage): Defect[] {
  const on = { file };
  const defects: Defect[] = [];
  const asked = `${markdown.path} with Accept: text/markdown`;
  if (markdown.status !== 200 || typeOf(markdown) !== 'text/markdown')
    defects.push({
      on,
      key: 'markdown',
      message: `${asked} is answered with ${described(markdown)}`,
      fix: 'Serve the site through diptych-proxy, or let the host send the twin for this header.',
    });
  for (const answer of [html, markdown])
    if (!varies(answer))
      defects.push({
        on,
        key: `vary ${answer.accept}`,
        message: `${answer.path} with Accept: ${answer.accept} has no Vary: Accept`,
        fix: 'Send Vary: Accept with every answer of a page, or caches will mix the two.',
      });
  if (twin.status !== 200 || typeOf(twin) !== 'text/markdown')
    defects.push({
      on,
      key: 'twin',
      message: `the twin ${twin.path} is answered with ${described(twin)}`,
      fix: 'Publish it, with the media type text/markdown; charset=utf-8.',
    });
  else if (typeOf(markdown) === 'text/markdown' && markdown.body !== twin.body)
    defects.push({
      on,
      key: 'differ',
      message: `${asked} and ${twin.path} are not the same text`,
      fix: 'Serve both from one build.',
    });
  return defects;
}

const described = (answer: Served): string => `${answer.status} ${typeOf(answer) || 'without a media type'}`;

const varies = ({ headers }: Served): boolean =>
  (headers.get('vary') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .some((name) => name === 'accept' || name === '*');

function rateLimitOf({ pages, documents, missing }: ServedSite): Defect[] {
  const answers = [...pages.flatMap(({ html, markdown, twin }) => [html, markdown, twin]), ...documents, ...missing];
  const without = answers.filter(({ headers }) => quotaFields.some((name) => !headers.has(name.toLowerCase())));
  const first = without[0];
  if (!first) return [];
  const names = quotaFields.filter((name) => !first.headers.has(name.toLowerCase()));
  return [
    {
      on: { file: first.path.slice(1) },
      message: `${without.length} of ${answers.length} answers lack RateLimit headers; ${first.path} lacks ${names.join(', ')}`,
      fix: 'Serve the site through diptych-proxy, or let the host send the four headers with every answer.',
    },
  ];
}

/** RFC 9457 §3; whoever asks for a page gets a page, and the same status. */
function missingOf(answer: Served): Defect[] {
  const on = { file: answer.path.slice(1) };
  const asked = `${answer.path} with Accept: ${answer.accept}`;
  if (answer.status !== 404)
    return [
      {
        on,
        message: `${asked}, which does not exist, is answered with ${answer.status}`,
        fix: 'Answer 404 where there is nothing.',
      },
    ];
  if (answer.accept === 'text/html') return [];
  if (typeOf(answer) !== 'application/problem+json')
    return [
      {
        on,
        message: `the 404 for ${asked} is ${typeOf(answer) || 'without a media type'}`,
        fix: 'Answer programs with a problem document (RFC 9457).',
      },
    ];
  return isProblem(answer.body)
    ? []
    : [{ on, message: `the 404 for ${asked} is no problem document`, fix: 'Give it type, title and the status 404 (RFC 9457).' }];
}

function isProblem(body: string): boolean {
  try {
    const problem = JSON.parse(body) as Record<string, unknown>;
    return typeof problem.type === 'string' && typeof problem.title === 'string' && problem.status === 404;
  } catch {
    return false;
  }
}
