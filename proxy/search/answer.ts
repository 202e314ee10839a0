import { faultOfQuestion, mostCharacters, mostTerms } from '#contract/search/question';
import { methodsOf, surfaces } from '#contract/surfaces';
import { noticeFields } from '../answers/head.ts';
import { methodAnswer } from '../answers/methods.ts';
import { failureAnswer, problemAnswer } from '../answers/problem.ts';
import type { Answer } from '../answers/value.ts';
import { preferenceOf } from '../http/negotiate.ts';
import { evaluate } from '../http/preconditions.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Site } from '../origin/origin.ts';
import type { Findings } from './find-pages.ts';

const surface = 'search';
const { path, mediaType } = surfaces[surface];

/**
 * The answer at the search path; undefined at other paths, and if the site has no index.
 *
 * @param find searches the pages
 */
export function searchAnswer(
  request: RequestFacts,
  site: Site,
  find: (question: string) => Promise<Findings>,
): Answer | Promise<Answer> | undefined {
  if (request.target !== path || site.searchIndex === undefined) return undefined;
  const refusal = methodAnswer(request, site, methodsOf(path));
  if (refusal) return { ...refusal, surface };
  const question = (new URLSearchParams(request.query).get('q') ?? '').trim();
  const fault = faultOfQuestion(question);
  if (fault !== undefined)
    return problemAnswer(request, site, 'invalidRequest', {
      detail: fault,
      hint: `Ask ${site.url}${path}?q=some+words: at most ${mostCharacters} characters.`,
      fields: vary,
      surface,
    });
  return find(question).then(
    (found) => resultsAnswer(request, site, found),
    (error) => failureAnswer(request, site, error, surface),
  );
}

const vary = [['Vary', 'Accept']] as const;

async function resultsAnswer(request: RequestFacts, site: Site, found: Findings): Promise<Answer> {
  const isMarkdown = preferenceOf(request.headers.accept).variant === 'markdown';
  const body = isMarkdown ? resultsList(site, found) : toJson(site, found);
  const tag = await tagOf(body);
  const outcome = evaluate(request.headers, tag);
  if (outcome === 412) return problemAnswer(request, site, 'preconditionFailed', { fields: vary, surface });
  const type = isMarkdown ? surfaces.getPageMarkdown.mediaType : mediaType;
  const own = outcome === 304 ? [] : [['Content-Type', type] as const];
  return {
    status: outcome,
    fields: [...own, ['ETag', `"${tag}"`], ...vary, ...noticeFields(site, 'document', path)],
    content: outcome === 304 ? undefined : body,
    variant: isMarkdown ? 'markdown' : 'document',
    surface,
  };
}

const toJson = (site: Site, found: Findings): string => `${JSON.stringify(resultsOf(site, found))}\n`;

export const resultsOf = ({ url: siteUrl }: Site, found: Findings) => ({
  results: found.results.map(({ url, title, heading, fragment, document, tokens, passage }) => ({
    title,
    url: siteUrl + url + (fragment && `#${encodeURIComponent(wellFormed(fragment))}`),
    ...(heading && { section: heading }),
    markdown: siteUrl + document,
    tokens,
    ...(passage && { passage }),
  })),
  ...(found.omitted > 0 && { note: noteOf(found) }),
});

const noteOf = ({ omitted }: Findings): string =>
  `Only the ${mostTerms} rarest words of the question were searched for, ${omitted.toLocaleString('en')} were not.`;

/** The results as one document: a heading with a link, and the passage as it is written. */
export function resultsList({ url }: Site, found: Findings): string {
  const results = found.results.map(({ title, heading, document, tokens, passage }) => {
    const name = [title, heading].filter(Boolean).map(inLine).join(': ');
    const place = `## [${name}](${inTarget(url + document)}) (${tokens.toLocaleString('en')} tokens)`;
    return [place, passage].filter(Boolean).join('\n\n');
  });
  const nothing = `Nothing was found. Try other words, or see ${url}${surfaces.getLlmsTxt.path}.`;
  const blocks = ['# Results', ...(found.omitted > 0 ? [noteOf(found)] : []), ...(results.length > 0 ? results : [nothing])];
  return `${blocks.join('\n\n')}\n`;
}

/** Escapes only what Markdown would take for a mark: an agent reads the text as it is. */
const inLine = (text: string): string =>
  text.replace(/[<`*[\]]|\\(?=[!-/:-@[-`{-~])|(?<!\w)_|_(?!\w)/g, '\\$&').replace(/\s+/g, ' ');

/** Half of a surrogate pair cannot be encoded in a URL. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
const inTarget = (url: string): string => url.replace(/\(/g, '%28').replace(/\)/g, '%29');

/** 132 bits of the hash of a text. */
async function tagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
