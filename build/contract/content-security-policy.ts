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

/**
 * The policy for a setting: `strict`, or a policy. Search runs as WebAssembly, which a policy must allow (CSP3 §4.4).
 */
export const policyText = (setting: string, search = false): string =>
  setting !== 'strict' ? setting : search ? strictPolicy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'") : strictPolicy;
