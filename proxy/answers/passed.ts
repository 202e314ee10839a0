import { unknownType } from '#contract/media-types';
import { fieldsOf, noPlaces } from '#contract/role-fields';
import { isPageType } from '#contract/security-fields';
import type { Field } from '../http/fields.ts';
import type { PassedAnswer, Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

/** The answer of a host as it is, with the security fields of this service. */
export function passedAnswer(site: Site, { status, fields, length, body }: PassedAnswer): Answer {
  const type = fields.find(([name]) => name === 'Content-Type')?.[1] ?? unknownType;
  const own = fieldsOf(site, isPageType(type) ? 'page' : 'asset', noPlaces);
  const security = own.filter(([name]) => !/^(?:Cache-Control|Vary|Link|Content-Location)$/.test(name));
  const typed: Field[] = status === 304 || fields.some(([name]) => name === 'Content-Type') ? [] : [['Content-Type', type]];
  return { status, fields: [...typed, ...fields, ...security], content: body, length, variant: 'asset', surface: undefined };
}
