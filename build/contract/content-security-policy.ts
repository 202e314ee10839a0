/** The default: breaks no page of any generator, and keeps other sites from framing it. */
export const openPolicy = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

/** For sites without inline scripts, inline styles and embeds, such as the starter's: loads nothing from other sites. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether a text is a valid field value (RFC 9110 §5.5). */
export const isFieldValue = (text: string): boolean => /^[\t\x20-\x7e]+$/.test(text);

/** The setting: `strict`, what a site adds to the strict policy by directive, or a policy. */
export type PolicySetting = string | { readonly add: Readonly<Record<string, readonly string[]>> };

/** The policy for a setting. Search runs as WebAssembly, which a policy must allow (CSP3 §4.4). */
export function policyText(setting: PolicySetting, search = false): string {
  if (typeof setting === 'string' && setting !== 'strict') return setting;
  const policy = search ? withSources(strictPolicy, { 'script-src': ["'wasm-unsafe-eval'"] }) : strictPolicy;
  return typeof setting === 'string' ? policy : withSources(policy, setting.add);
}

/**
 * A policy that allows further sources by directive, and is otherwise as strict as before. A directive that it lacks starts from
 * `default-src`, which it replaces (CSP3 §6.1); without that, all sources are allowed already.
 */
export function withSources(policy: string, further: Readonly<Record<string, readonly string[]>>): string {
  const directives = directivesOf(policy);
  const others = directives.get('default-src');
  for (const [name, sources] of Object.entries(further)) {
    const allowed = directives.get(name) ?? others;
    if (allowed)
      directives.set(
        name,
        [...new Set([...allowed, ...sources])].filter((source) => source !== "'none'"),
      );
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** The sources of a policy by directive (CSP3 §2.2). */
const directivesOf = (policy: string): Map<string, readonly string[]> =>
  new Map(
    policy.split(';').flatMap((text) => {
      const [name = '', ...sources] = text.trim().split(/\s+/);
      return name ? [[name.toLowerCase(), sources] as const] : [];
    }),
  );

/** Whether a policy lets a page load something by a directive: from an origin, or inline. */
export function isAllowedBy(policy: string, directive: string, source: string): boolean {
  const directives = directivesOf(policy);
  const sources = directives.get(directive) ?? (directive === 'form-action' ? undefined : directives.get('default-src'));
  return (
    sources === undefined ||
    sources.some((each) => each === source || each === '*' || each === 'https:' || source.startsWith(`${each}/`))
  );
}
