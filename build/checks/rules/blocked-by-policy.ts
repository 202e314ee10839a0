import { policyText } from '../../contract/content-security-policy.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import type { Check } from '../check.ts';
import { spellings } from '../locations/spelling.ts';

type Policy = ReadonlyMap<string, readonly string[]>;

/** Resources and scripts that the Content-Security-Policy of the settings blocks (CSP Level 3, 6.7). */
export const blockedByPolicy: Check = {
  severity: 'warning',
  summary: 'The Content-Security-Policy of the settings blocks something in a page.',
  *find({ visiblePages, site }) {
    const { url: siteUrl, contentSecurityPolicy, search } = site.settings;
    if (contentSecurityPolicy === undefined) return;
    const { origin } = new URL(siteUrl);
    const policy = readPolicy(policyText(contentSecurityPolicy, search));
    for (const page of visiblePages) {
      const { references, policed, base = '' } = page.facts;
      const pageUrl = siteUrl + page.url;
      const blocks = (directive: string, target: string | undefined): boolean => {
        const sources = policy.get(directive) ?? (directive === 'form-action' ? undefined : policy.get('default-src'));
        if (!sources) return false;
        if (target === undefined) return !sources.some((source) => /^'(?:unsafe-inline|nonce-|sha)/.test(source));
        const url = parseUrl(target, parseUrl(base, pageUrl) ?? pageUrl);
        return url !== undefined && !sources.some((source) => allows(source, url, origin));
      };
      const loaded = references.flatMap(({ directive, target, line }) =>
        directive ? [{ directive, what: target, target, token: undefined, line }] : [],
      );
      for (const { directive, what, target, token, line } of [...policed, ...loaded])
        if (blocks(directive, target))
          yield {
            on: page,
            line,
            tokens: [...(token ? [token] : []), ...(target ? spellings(target) : [])],
            message: `${what} is blocked by ${directive} of the Content-Security-Policy`,
            fix:
              target === undefined
                ? 'Move it into a file of the site.'
                : `Set "contentSecurityPolicy" in the settings to "${allowing(policy, directive, sourceOf(target, pageUrl, origin))}", or take it off the page.`,
          };
    }
  },
};

/** The source expression that allows a URL. */
function sourceOf(target: string, pageUrl: string, origin: string): string {
  const url = parseUrl(target, pageUrl);
  return url?.origin === origin ? "'self'" : url && url.origin !== 'null' ? url.origin : `${url?.protocol ?? 'https:'}`;
}

/** The policy with an added source; a page of the site in a frame has to allow that itself. */
function allowing(policy: Policy, directive: string, source: string): string {
  const before = policy.get(directive) ?? policy.get('default-src') ?? [];
  const more = new Map([...policy, [directive, [...before.filter((each) => each !== "'none'"), source]]]);
  if (directive === 'frame-src' && source === "'self'") more.set('frame-ancestors', [source]);
  return [...more].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

function readPolicy(text: string): Policy {
  const directives = text.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

/** Whether a source expression matches a URL (CSP Level 3, 6.7.2.8). */
function allows(source: string, url: URL, origin: string): boolean {
  if (source === "'self'") return url.origin === origin;
  if (source === '*') return /^(?:https?|wss?):$/.test(url.protocol);
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return url.protocol === source.toLowerCase();
  const [, scheme, host, port, path = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/']+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  if (!host || (scheme && url.protocol !== `${scheme.toLowerCase()}:`) || (port && port !== '*' && url.port !== port))
    return false;
  const name = host.toLowerCase();
  const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  return isHost && (path.endsWith('/') ? url.pathname.startsWith(path) : path === '' || url.pathname === path);
}
