import { quotaFields } from '../../contract/quota.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import { mediaTypeOfAnswer, type Served, type ServedPage, type ServedSite } from './served.ts';

/** The checks of how a site answers, which `diptych check URL` adds, in the order of the reference page. */
export const servedChecks: readonly Check<ServedSite>[] = [
  {
    name: 'negotiation',
    severity: 'error',
    summary: 'A served page does not answer Accept: text/markdown with its twin, or has no Vary: Accept.',
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
    summary: 'A path that is not published is not answered with 404 and a problem document.',
    find: ({ missing }) => missing.flatMap(missingOf),
  },
];

/** A page in both media types at its own URL (RFC 9110 §12.5.1), which caches must tell apart (§12.5.5). */
function negotiationOf({ file, html, markdown, twin }: ServedPage): Defect[] {
  const on = { file };
  const defects: Defect[] = [];
  const asked = `${markdown.path} with Accept: text/markdown`;
  const isMarkdown = (answer: Served): boolean => answer.status === 200 && mediaTypeOfAnswer(answer) === 'text/markdown';
  if (!isMarkdown(markdown))
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
  if (!isMarkdown(twin))
    defects.push({
      on,
      key: 'twin',
      message: `the twin ${twin.path} is answered with ${described(twin)}`,
      fix: 'Publish it, with the media type text/markdown; charset=utf-8.',
    });
  else if (mediaTypeOfAnswer(markdown) === 'text/markdown' && markdown.body !== twin.body)
    defects.push({
      on,
      key: 'differ',
      message: `${asked} and ${twin.path} are not the same text`,
      fix: 'Serve both from one build.',
    });
  return defects;
}

const typeOrNone = (answer: Served): string => mediaTypeOfAnswer(answer) || 'without a media type';
const described = (answer: Served): string => `${answer.status} ${typeOrNone(answer)}`;

const varies = ({ headers }: Served): boolean => /(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(headers.get('vary') ?? '');

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

/** Programs get a problem document (RFC 9457 §3), people a page; the status is the same. */
function missingOf(answer: Served): Defect[] {
  const on = { file: answer.path.slice(1) };
  const asked = `${answer.path} with Accept: ${answer.accept}`;
  if (answer.status !== 404)
    return [
      {
        on,
        message: `${asked}, which does not exist, is answered with ${answer.status}`,
        fix: 'Answer paths that are not published with 404.',
      },
    ];
  if (answer.accept === 'text/html') return [];
  if (mediaTypeOfAnswer(answer) !== 'application/problem+json')
    return [
      {
        on,
        message: `the 404 for ${asked} is ${typeOrNone(answer)}`,
        fix: 'Answer programs with a problem document (RFC 9457).',
      },
    ];
  return isProblem(answer.body)
    ? []
    : [
        {
          on,
          message: `the 404 for ${asked} is not a problem document`,
          fix: 'Give it type, title and the status 404 (RFC 9457).',
        },
      ];
}

function isProblem(body: string): boolean {
  try {
    const problem = JSON.parse(body) as Record<string, unknown>;
    return typeof problem.type === 'string' && typeof problem.title === 'string' && problem.status === 404;
  } catch {
    return false;
  }
}
