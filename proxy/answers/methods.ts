import { unknownMethod } from '#contract/problem';
import { knownMethods } from '#contract/requests';
import { fieldsOf, noPlaces } from '#contract/role-fields';
import type { RequestFacts } from '../http/request.ts';
import type { Site } from '../origin/origin.ts';
import { problemAnswer } from './problem.ts';
import type { Answer } from './value.ts';

/** The answer to OPTIONS and to unsupported methods; undefined for supported ones. */
export function methodAnswer(request: RequestFacts, site: Site, supported: readonly string[]): Answer | undefined {
  const { method } = request;
  if (method === 'OPTIONS') return optionsAnswer(request, site, supported);
  if (supported.includes(method)) return undefined;
  if (!knownMethods.has(method)) return unknownMethodAnswer(request, site);
  return problemAnswer(request, site, 'methodNotAllowed', {
    detail: `${method} is not supported here.`,
    fields: [['Allow', supported.join(', ')]],
  });
}

/** 501 for a method that this server does not know, at any path (RFC 9110 §15.6.2). */
export const unknownMethodAnswer = (request: RequestFacts, site: Site): Answer =>
  problemAnswer(request, site, 'notImplemented', unknownMethod);

/** 204 with Allow, and the fields that a CORS preflight needs (Fetch §3.2). */
export function optionsAnswer({ headers }: RequestFacts, site: Site, supported: readonly string[]): Answer {
  const allow = supported.join(', ');
  const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
  const own = fieldsOf(site, isPreflight ? 'preflight' : 'options', { ...noPlaces, allow });
  return { status: 204, fields: [['Allow', allow], ...own], content: undefined, variant: 'none', surface: undefined };
}
