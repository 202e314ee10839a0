/** The names of the checks, which are keys of the settings. */
export const checkNames = [
  'dead-link',
  'missing-image',
  'image-alt',
  'parity',
  'unclosed-fence',
  'relative-link',
  'h1',
  'heading-levels',
  'duplicate-title',
  'duplicate-description',
  'description',
  'oversize',
  'leaked-draft',
  'index-mismatch',
  'orphan',
  'json-ld',
  'template-syntax',
  'mixed-content',
  'localhost-url',
  'front-matter',
  'table-cells',
  'negotiation',
  'rate-limit',
  'not-found',
] as const;

export type CheckName = (typeof checkNames)[number];
