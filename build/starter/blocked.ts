import { isAllowedBy, type PolicySetting, policyText } from '../contract/content-security-policy.ts';
import { parseUrl } from '../contract/site-url.ts';
import { placeOfText } from './source-place.ts';

/** The directive for each element that loads something. */
const directives: Readonly<Record<string, string>> = {
  iframe: 'frame-src',
  script: 'script-src',
  img: 'img-src',
  video: 'media-src',
  audio: 'media-src',
  source: 'media-src',
  form: 'form-action',
  link: 'style-src',
};

const element = /<(iframe|script|img|video|audio|source|form|link)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

/**
 * What the policy of a site blocks on a page, each with the line of the settings that allows it. Only for the strict policy and
 * additions to it: who writes a policy knows what it is for.
 *
 * @param file source of the page
 */
export function blockedIn(html: string, file: string, setting: PolicySetting | undefined): string[] {
  if (setting === undefined || (typeof setting === 'string' && setting !== 'strict')) return [];
  const policy = policyText(setting);
  return [...html.matchAll(element)].flatMap(([, tag = '', attributes = '']) => {
    const name = tag.toLowerCase();
    const directive = directives[name]!;
    const [, target] = /\s(?:src|href|action)\s*=\s*["']?((?:https?:)?\/\/[^\s"'>]+)/i.exec(attributes) ?? [];
    const isLoaded = name !== 'link' || /\brel\s*=\s*["']?stylesheet/i.test(attributes);
    const origin = target && parseUrl(target, 'https://x')?.origin;
    if (name === 'script' && !/\s(?:src|type)\s*=/i.test(attributes))
      return [`${placeOfText(file, '<script')}: the policy blocks an inline script; move it into a file in site/_public/`];
    if (!origin || !isLoaded || isAllowedBy(policy, directive, origin)) return [];
    return [
      `${placeOfText(file, target)}: the policy blocks <${name}> from ${origin}; allow it in site/_data/site.json: "contentSecurityPolicy": { "add": { "${directive}": ["${origin}"] } }`,
    ];
  });
}
