/** The names of the checks, as in the settings. */
export const checkNames = [
  'dead-link',
  'missing-image',
  'parity',
  'same-description',
  'no-twin',
  'empty-page',
  'unclosed-fence',
  'relative-link',
  'h1',
  'oversize',
  'leaked-draft',
  'index-mismatch',
  'canonical-mismatch',
  'similar-urls',
  'existing-file',
  'localhost-url',
  'front-matter',
  'unknown-syntax',
  'incomplete-markdown',
  'static-host',
  'negotiation',
  'rate-limit',
  'not-found',
  'announced',
] as const;

export type CheckName = (typeof checkNames)[number];
