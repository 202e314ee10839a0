import type { ServedCheck } from '../check-rows.ts';
import { problemType } from '../contract/problem.ts';
import { quotaFields } from '../contract/requests.ts';
import { jsonOf } from '../contract/site-facts.ts';
import { mediaTypeOfAnswer, type Served, type ServedPage, type ServedSite } from './audit/found-site.ts';
import type { Defect } from './finding.ts';
import type { Find } from './index.ts';

/** Find the defects of answers, for `diptych check URL`. */
export const answerFinders: Readonly<Record<ServedCheck, Find<ServedSite>>> = {
  'static-host': staticHostOf,
  negotiation: (site) => site.pages.flatMap((page) => negotiationOf(page, isStatic(site), hasTwins(site))),
  'rate-limit': (site) => rateLimitOf(site),
  'not-found': (site) => site.missing.flatMap((answer) => missingOf(answer, isStatic(site))),
  announced: announcedOf,
};

const isMarkdown = (answer: Served): boolean => answer.status === 200 && mediaTypeOfAnswer(answer) === 'text/markdown';

/** Whether a host is static: it sends HTML for every page, whatever Accept says. */
const isStatic = ({ pages }: ServedSite): boolean =>
  pages.length > 0 && pages.every(({ markdown }) => markdown.status === 200 && mediaTypeOfAnswer(markdown) === 'text/html');

const hasTwins = ({ pages }: ServedSite): boolean => pages.some(({ twin }) => twin.status === 200);

function staticHostOf(site: ServedSite): Defect[] {
  if (!isStatic(site)) return [];
  const lost = [
    'Markdown at the address of a page',
    ...(rateLimitOf({ ...site, pages: [] }, false).length > 0 ? ['RateLimit headers'] : []),
    ...(site.missing.some((answer) => missingOf(answer, false).length > 0) ? ['problem documents'] : []),
    ...(site.pages.some(({ html }) => html.headers.has('link')) ? [] : ['links to the indexes in headers']),
  ];
  const twins = hasTwins(site) ? 'the twins have their own addresses' : 'and there are no twins';
  return [
    {
      on: { file: '' },
      message: `this host does not negotiate: Accept: text/markdown gets HTML, ${twins}; lost: ${lost.join(', ')}`,
      fix: 'Put diptych-proxy in front of it if readers need that.',
    },
  ];
}

/** A page in both media types at one URL (RFC 9110 §12.5.1), with Vary for caches (§12.5.5). */
function negotiationOf({ file, html, markdown, twin }: ServedPage, onStaticHost: boolean, withTwins: boolean): Defect[] {
  const defects: Defect[] = [];
  const add = (key: string, message: string, fix: string): void => void defects.push({ on: { file }, key, message, fix });
  const asked = `${markdown.path} with Accept: text/markdown`;
  if (!onStaticHost && !isMarkdown(markdown))
    add(
      'markdown',
      `${asked} is answered with ${described(markdown)}`,
      'Serve the site through diptych-proxy, or let the host send the twin for this header.',
    );
  for (const answer of [html, markdown])
    if (!onStaticHost && !varies(answer))
      add(
        `vary ${answer.accept}`,
        `${answer.path} with Accept: ${answer.accept} has no Vary: Accept`,
        'Send Vary: Accept with every answer of a page, or caches will mix the two.',
      );
  if (onStaticHost && !withTwins) return defects;
  if (!isMarkdown(twin))
    add(
      'twin',
      `the twin ${twin.path} is answered with ${described(twin)}`,
      'Publish it, with the media type text/markdown; charset=utf-8.',
    );
  else if (mediaTypeOfAnswer(markdown) === 'text/markdown' && markdown.body !== twin.body)
    add('differ', `${asked} and ${twin.path} are not the same text`, 'Serve both from one build.');
  return defects;
}

const typeOrNone = (answer: Served): string => mediaTypeOfAnswer(answer) || 'without a media type';
const described = (answer: Served): string => `${answer.status} ${typeOrNone(answer)}`;

const varies = ({ headers }: Served): boolean => /(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(headers.get('vary') ?? '');

function rateLimitOf(site: ServedSite, isLeftOut = isStatic(site)): Defect[] {
  const { pages, documents, missing } = site;
  const answers = [...pages.flatMap(({ html, markdown, twin }) => [html, markdown, twin]), ...documents, ...missing];
  const without = answers.filter(({ headers }) => quotaFields.some((name) => !headers.has(name.toLowerCase())));
  const first = without[0];
  if (!first || (isLeftOut && without.length === answers.length)) return [];
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
function missingOf(answer: Served, onStaticHost: boolean): Defect[] {
  const asked = `${answer.path} with Accept: ${answer.accept}`;
  const defect = (message: string, fix: string): Defect[] => [{ on: { file: answer.path.slice(1) }, message, fix }];
  if (answer.status !== 404)
    return defect(
      `${asked}, which does not exist, is answered with ${answer.status}`,
      'Answer paths that are not published with 404.',
    );
  if (onStaticHost || answer.accept === 'text/html') return [];
  if (mediaTypeOfAnswer(answer) !== problemType)
    return defect(`the 404 for ${asked} is ${typeOrNone(answer)}`, 'Answer programs with a problem document (RFC 9457).');
  if (isProblem(answer.body)) return [];
  return defect(`the 404 for ${asked} is not a problem document`, 'Give it type, title and the status 404 (RFC 9457).');
}

function announcedOf({ announced }: ServedSite): Defect[] {
  return announced.flatMap(({ by, path, fragment, answer }) => {
    const url = fragment === undefined ? path : `${path}#${fragment}`;
    const isThere = answer.status >= 200 && answer.status < 400;
    if (isThere && (fragment === undefined || answer.body.includes(fragment))) return [];
    return [
      {
        on: { file: path.slice(1) },
        key: url,
        message: isThere
          ? `${by} leads to ${url}, and nothing there is called ${fragment}`
          : `${by} leads to ${url}, which is answered with ${answer.status}`,
        fix: 'Publish it, or stop announcing it.',
      },
    ];
  });
}

function isProblem(body: string): boolean {
  const { type, title, status } = jsonOf(body);
  return typeof type === 'string' && typeof title === 'string' && status === 404;
}
