/** Sources that the additions of a preview need: Eleventy's script and its WebSocket, and our stylesheet. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'connect-src': ["'self'", 'ws:', 'wss:'],
};

/** A Content-Security-Policy that allows the additions of a preview, and is otherwise as strict as before (CSP3 §6.1). */
export function previewPolicy(policy: string): string {
  const directives = new Map(
    policy.split(';').flatMap((text) => {
      const [name = '', ...sources] = text.trim().split(/\s+/);
      return name ? [[name.toLowerCase(), sources] as const] : [];
    }),
  );
  for (const [name, sources] of Object.entries(needs)) {
    const allowed = directives.get(name) ?? directives.get('default-src');
    if (allowed)
      directives.set(
        name,
        [...new Set([...allowed, ...sources])].filter((source) => source !== "'none'"),
      );
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
