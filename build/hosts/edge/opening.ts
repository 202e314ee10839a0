import { type Host, lostBy, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** Lines of a comment in JavaScript, or with another sign. A line end in a value begins no new statement. */
export const commentOf = (lines: readonly string[], sign = '//'): string =>
  `${lines.map((line) => `${sign} ${line.replace(/[\r\n\u2028\u2029]+/g, ' ')}`.trimEnd()).join('\n')}\n`;

/**
 * What a file for a host says at its beginning: what made it, for what, and what the host cannot keep.
 *
 * @param isOnce it is its author's to change
 */
export const edgeOpening = (host: Pick<Host, 'title' | 'version' | 'cannot'>, site: HostedSite, isOnce = false): string[] => [
  `${maker} ${site.version} (diptych export), for ${[host.title, host.version].filter(Boolean).join(' ')} and ${site.url}.`,
  isOnce
    ? 'Change what you like: diptych export keeps a file that is there.'
    : 'Do not change it: export it again after each build, because the host cannot look at the files.',
  ...lostBy(host),
];

/** What every fetch handler of ours lacks unless its owner gives it more. */
export const handlerLacks = {
  counting: 'nobody counts the requests; give createHandler of diptych/edge a rateLimiter for that',
  codings: 'the host compresses by itself',
  assetMethods: 'the host serves them itself, so that they cost no call of the function',
} as const;
