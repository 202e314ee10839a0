/** The default: cannot break a page of any generator, and keeps other sites from framing it. */
export const openPolicy = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

/** For sites without inline scripts and styles and without embeds, as the starter's: loads nothing from elsewhere. */
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

/** Whether a policy can be sent as the value of a header field (RFC 9110 §5.5). */
export const isFieldValue = (text: string): boolean => /^[\t\x20-\x7e]+$/.test(text);

/**
 * The policy that a setting stands for: `strict`, or the policy itself. Search runs as WebAssembly, which a policy must
 * allow (CSP3 §4.4); it allows no other code.
 */
export const policyText = (setting: string, search = false): string =>
  setting !== 'strict' ? setting : search ? strictPolicy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'") : strictPolicy;
