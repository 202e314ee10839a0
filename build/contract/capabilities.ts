/**
 * Capabilities that the conformance suite tests, worded as on the hosting page. A host lists those that it does not support,
 * with reasons; all others are tested.
 */
export const capabilities = {
  documents: 'Pages, twins and every document at their URLs',
  mediaTypes: 'The media type of every document, names without extension included',
  negotiation: 'HTML or Markdown at one URL, by the weights of `Accept`',
  notAcceptable: '406 if `Accept` excludes both',
  vary: '`Vary` and `Content-Location`',
  validators: 'An `ETag` for each variant, and 304',
  codings: 'Files that the build compressed',
  ranges: 'Parts of a file by `Range`',
  links: '`Link` of each page, twin and part of a long page',
  neighbours: '`Link` of a part to the parts around it',
  tokens: '`X-Markdown-Tokens`: how many tokens Markdown has',
  caching: '`Cache-Control` by kind of answer',
  security: 'Security fields, readable from other sites',
  problems: '404, 405, 406 and 501 as problem documents',
  notFoundPage: 'The 404 page of the site for browsers',
  markdownProblems: 'A 404 in Markdown where Markdown is asked for',
  nearest: 'A 404 that names the nearest page',
  missingTwins: 'A 404 that says why a page has no Markdown',
  malformed: 'Malformed paths refused as problem documents',
  preconditions: '412 as a problem document',
  unsatisfiable: '416 as a problem document',
  methods: '`Allow` on 405, answers to OPTIONS and preflights',
  assetMethods: 'The same at images, styles and scripts',
  unknownMethods: '501 to methods that HTTP does not know',
  stubs: '501 from endpoints that are not live',
  health: 'The health document',
  search: 'Searches',
  aliases: 'Redirects from other spellings of a URL',
  moved: 'Redirects of moved pages',
  hidden: 'Files of the host stay hidden',
  deprecations: '`Deprecation` and `Sunset`',
  quota: '`RateLimit-Limit` and `RateLimit-Policy`',
  counting: 'Counted requests: `RateLimit-Remaining`, `RateLimit-Reset`, 429',
} as const;

export type CapabilityId = keyof typeof capabilities;

export const capabilityIds = Object.keys(capabilities) as readonly CapabilityId[];

/** Unsupported capabilities of a host, with short reasons. */
export type Unsupported = Readonly<Partial<Record<CapabilityId, string>>>;
