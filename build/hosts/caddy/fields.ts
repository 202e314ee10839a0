import { problemType } from '../../contract/problem.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type AnswerKind, commonOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { HostedSite } from '../hosted-site.ts';
import type { Places } from '../template.ts';
import { filled, placeholder } from './quote.ts';

const { getPage, getPageMarkdown, getHealth } = surfaces;

/** Media types of answers without file, or from a file of another name. */
const mediaTypes: Partial<Record<AnswerKind, string>> = {
  page: getPage.mediaType,
  lone: getPage.mediaType,
  missing: getPage.mediaType,
  negotiated: getPageMarkdown.mediaType,
  health: getHealth.mediaType,
  problem: problemType,
};

/** Matchers of answers without their own route. */
const matchers: Partial<Record<AnswerKind, string>> = {
  text: '@coded ',
  svg: '@svg ',
  preflight: '@preflight ',
  moved: '@for_good ',
  absent: '@absent ',
  refused: '@refused ',
  stub: '@stub ',
};

/** A `header` directive; none without fields. With `isLast` the field is added when the answer is sent, beside other links. */
export const headerOf = (fields: FieldSet, matcher = '', isLast = false): string[] => {
  const lines = Object.entries(fields).map(([name, value]) => `\t${name} ${filled(value)}`);
  if (isLast) lines.push('\tdefer');
  return lines.length > 0 ? [`header ${matcher}{`, ...lines, '}'] : [];
};

/** The fields for the placeholders of the template: `PAGE_FIELDS` and so on. */
export function caddyFields(site: HostedSite): Places {
  const answers = serverAnswers(site, {
    path: placeholder('vars.path'),
    page: placeholder('vars.page'),
    twin: placeholder('twin_url'),
    canonical: placeholder('canonical'),
    index: placeholder('llms_txt'),
    up: placeholder('part_of'),
    allow: placeholder('vars.allow'),
  });
  const places = (Object.entries(answers) as [AnswerKind, FieldSet][]).map(([kind, fields]) => {
    const type = mediaTypes[kind];
    return [`${kind.toUpperCase()}_FIELDS`, headerOf({ ...(type && { 'Content-Type': type }), ...fields }, matchers[kind])];
  });
  return { COMMON_FIELDS: headerOf(commonOf(site)), ...Object.fromEntries(places) };
}
