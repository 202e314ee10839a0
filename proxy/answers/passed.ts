import { unknownType } from '#contract/media-types';
import { fieldRoleOf, noPlaces, ownFieldsOf } from '#contract/role-fields';
import { commonFields, isPageType } from '#contract/security-fields';
import type { Field } from '../http/fields.ts';
import type { PassedAnswer, Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

/** Fields by the type of an answer that protect its reader. */
const policies: ReadonlySet<string> = new Set(['Content-Security-Policy', 'Permissions-Policy']);

/** The answer of a host as it is, with the security fields of this service. */
export function passedAnswer(site: Site, { status, fields, length, body }: PassedAnswer): Answer {
  const stated = fields.find(([name]) => name === 'Content-Type')?.[1];
  const type = (stated ?? unknownType).toLowerCase();
  const role = isPageType(type) ? 'page' : fieldRoleOf('asset', type, '');
  const own = ownFieldsOf(site, role, noPlaces).filter(([name]) => policies.has(name));
  const typed: Field[] = stated === undefined && status !== 304 ? [['Content-Type', unknownType]] : [];
  const sent = [...typed, ...fields, ...own, ...commonFields(site)];
  return { status, fields: sent, content: body, length, variant: 'asset', surface: undefined };
}
