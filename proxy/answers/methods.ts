import { unknownMethod } from '../../build/contract/problem.ts';
import { knownMethods } from '../../build/contract/requests.ts';
import { fieldsOf, nowhere } from '../../build/contract/role-fields.ts';
import { toLines } from '../http/field-lines.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Site } from '../origin/origin.ts';
import { problemAnswer } from './problem.ts';
import type { Answer } from './value.ts';

/** The answer to OPTIONS and to every method that the resource does not support; undefined for the others. */
export function methodAnswer(request: RequestFacts, site: Site, supported: readonly string[]): Answer | undefined {
  const { method } = request;
  if (method === 'OPTIONS') return optionsAnswer(request, site, supported);
  if (supported.includes(method)) return undefined;
  if (!knownMethods.has(method)) return unknownMethodAnswer(request, site);
  return problemAnswer(request, site, 'methodNotAllowed', {
    detail: `${method} is not supported here.`,
    fields: ['Allow', supported.join(', ')],
  });
}

/** 501, whatever the path: the method means nothing here (RFC 9110 §15.6.2). */
export const unknownMethodAnswer = (request: RequestFacts, site: Site): Answer =>
  problemAnswer(request, site, 'notImplemented', unknownMethod);

/** 204 with Allow, and with what a browser's preflight asks for (Fetch §3.2). */
export function optionsAnswer({ headers }: RequestFacts, site: Site, supported: readonly string[]): Answer {
  const allow = supported.join(', ');
  const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
  const fields = ['Allow', allow, ...fieldsOf(site, isPreflight ? 'preflight' : 'options', { ...nowhere, allow }).flat()];
  return { status: 204, fields: toLines(fields), body: undefined, variant: 'none', surface: undefined };
}
