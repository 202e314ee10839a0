/** Promises of the service that the conformance suite tests on each host. */
export const capabilities = {
  checks: 'What `diptych check URL` looks at, on all pages',
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

/** What each host cannot keep, and why. Everything else is tested. The templates say it to who runs the server. */
export const unsupported = {
  nginx: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    unsatisfiable: 'the fields of the page are sent with it, too',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  caddy: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    malformed: 'it answers itself, in plain text',
    preconditions: 'its 412 has no content',
    unsatisfiable: 'its 416 is plain text',
    counting: 'requests are not counted',
  },
  apache: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    preconditions: 'its 412 has no content',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
    malformed: 'it refuses them before it reads .htaccess',
  },
  cloudflare: {
    counting: 'the requests are not counted',
    codings: 'the host compresses by itself',
    assetMethods: 'the host serves them itself, so that they cost no call of the function',
  },
  netlify: {
    counting: 'the requests are not counted',
    codings: 'the host compresses by itself',
    assetMethods: 'the host serves them itself, so that they cost no call of the function',
  },
  vercel: {
    counting: 'the requests are not counted',
    codings: 'the host compresses by itself',
    assetMethods: 'the host serves them itself, so that they cost no call of the function',
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<CapabilityId, string>>>>>;

/** The promises that a host cannot keep. */
export const unsupportedBy = (host: keyof typeof unsupported): CapabilityId[] => Object.keys(unsupported[host]) as CapabilityId[];
