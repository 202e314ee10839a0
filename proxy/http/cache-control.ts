const directive = /([\w-]+)(?:=("(?:[^"\\]|\\.)*"|[^\s,"]*))?/g;

/** The directives of a Cache-Control value, names in lower case; a name may repeat. */
export const directivesOf = (control: string): (readonly [name: string, value: string | undefined])[] =>
  [...control.matchAll(directive)].map(([, name, value]) => [name!.toLowerCase(), value]);

/** Seconds of `max-age` or `s-maxage`; a value that is not a number is stale (RFC 9111 §4.2.1). */
export const secondsOf = (value: string | undefined): number => Number(/^"?(\d+)"?$/.exec(value ?? '')?.[1] ?? 0);
