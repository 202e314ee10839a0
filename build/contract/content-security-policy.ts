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
];

/** Whether a text is a valid field value (RFC 9110 §5.5). */
export const isFieldValue = (text: string): boolean => /^[\t\x20-\x7e]+$/.test(text);

/** The setting: `strict`, what a site adds to the strict policy by directive, or a policy. */
export type PolicySetting = string | { readonly add: Readonly<Record<string, readonly string[]>> };

/** The policy for a setting. Search runs as WebAssembly, which a policy must allow (CSP3 §4.4). */
export function policyText(setting: PolicySetting, search = false): string {
  if (typeof setting === 'string' && setting !== 'strict') return setting;
  const added = typeof setting === 'string' ? {} : setting.add;
  const directives = new Map(strictPolicy.map((text) => [text.split(' ', 1)[0]!, text.split(' ').slice(1)]));
  const wasm = search ? { 'script-src': ["'wasm-unsafe-eval'"] } : {};
  for (const [name, sources] of [...Object.entries(wasm), ...Object.entries(added)])
    directives.set(
      name,
      [...new Set([...(directives.get(name) ?? []), ...sources])].filter((source) => source !== "'none'"),
    );
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** Whether a policy lets a page load something by a directive: from an origin, or inline. */
export function isAllowedBy(policy: string, directive: string, source: string): boolean {
  const of = (name: string): string[] | undefined =>
    new RegExp(`(?:^|;)\\s*${name}((?:\\s[^;]*)?)(?:;|$)`).exec(policy)?.[1]?.trim().split(/\s+/);
  const sources = of(directive) ?? (directive === 'form-action' ? undefined : of('default-src'));
  return (
    sources === undefined ||
    sources.some((each) => each === source || each === '*' || each === 'https:' || source.startsWith(`${each}/`))
  );
}
