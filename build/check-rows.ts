/** How grave a finding is. */
export type Severity = 'error' | 'warning';

/** How grave a defect is, by the site that has it. */
interface Severities {
  /** In the starter, and where a folder or a URL is checked. */
  readonly own: Severity;
  /** On a site with the plugin, whose earlier defects do not stop its builds. */
  readonly plugin: Severity;
  /** On a site of another generator, whose own defects are not judged; absent: not run. */
  readonly twin?: Severity;
  /** Where the folder or URL of such a site is checked; absent: as `twin`. */
  readonly found?: Severity;
}

export interface CheckRow {
  readonly severity: Severities;
  /** One line for the reference page. */
  readonly summary: string;
}

/** The checks of a site that is built or found, in the order of the reference page; `build/checks/` has a function for each. */
export const siteChecks = {
  'dead-link': {
    severity: { own: 'error', plugin: 'warning', found: 'warning' },
    summary: 'A link, script or style of the site leads to nothing.',
  },
  'missing-anchor': {
    severity: { own: 'error', plugin: 'warning', found: 'warning' },
    summary: 'The fragment of a link is the id of no element. Where scripts write the elements, switch it off.',
  },
  'missing-image': {
    severity: { own: 'error', plugin: 'warning', found: 'warning' },
    summary: 'An image of the site is not published.',
  },
  parity: {
    severity: { own: 'error', plugin: 'warning', twin: 'warning' },
    summary: 'A twin lacks something of its page: words, a heading, a link, code, or the order of its text.',
  },
  'same-description': {
    severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
    summary: 'All pages have the same description, so the indexes have the first paragraph of each in its place.',
  },
  'no-twin': {
    severity: { own: 'error', plugin: 'warning', twin: 'warning' },
    summary: 'A page cannot become a twin, or its twin would be the file of another.',
  },
  'empty-page': {
    severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
    summary: 'A page says next to nothing without JavaScript: it has few words, and an empty box that scripts fill.',
  },
  'unclosed-fence': {
    severity: { own: 'error', plugin: 'error', twin: 'warning' },
    summary: 'A code fence in a twin or in the Markdown of a page is never closed.',
  },
  'relative-link': {
    severity: { own: 'error', plugin: 'error', twin: 'warning' },
    summary: 'A link in a twin or in an index is not absolute.',
  },
  h1: {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'A page has no H1, or more than one.',
  },
  oversize: {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'The Markdown of a page, or a document, is longer than agents read.',
  },
  'leaked-draft': {
    severity: { own: 'error', plugin: 'error', twin: 'error' },
    summary: 'A draft, noindex or excluded page is in an artifact.',
  },
  'index-mismatch': {
    severity: { own: 'error', plugin: 'error' },
    summary: 'llms.txt differs from the public pages, or from a sitemap.',
  },
  'canonical-mismatch': {
    severity: { own: 'warning', plugin: 'warning', twin: 'warning' },
    summary: 'A page states its own URL (`rel=canonical`, `og:url`) in a form that redirects, or most pages name another site.',
  },
  'similar-urls': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'The URLs of two pages differ only in the slash at their end.',
  },
  'existing-file': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'A file of the site stays where the build would have written its own, and lacks what that holds.',
  },
  'localhost-url': {
    severity: { own: 'error', plugin: 'warning' },
    summary: 'A page of a public site names localhost.',
  },
  'front-matter': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'Front matter has no effect: a key is misspelt or lacks its space, or the block does not begin on the first line.',
  },
  'unknown-syntax': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'Markdown holds syntax or a component of another generator, which has no effect.',
  },
  'incomplete-markdown': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'A construct of the starter’s Markdown lacks a part: it is shown as text, or has no effect.',
  },
} as const satisfies Record<string, CheckRow>;

/** The checks of answers, for `diptych check URL`. */
export const servedChecks = {
  'static-host': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'The host does not negotiate. One finding says what is lost without a proxy, and the checks below leave it out.',
  },
  negotiation: {
    severity: { own: 'error', plugin: 'error' },
    summary: 'A served page does not answer Accept: text/markdown with its twin, or has no Vary: Accept.',
  },
  'rate-limit': {
    severity: { own: 'warning', plugin: 'warning' },
    summary: 'An answer has no RateLimit headers.',
  },
  'not-found': {
    severity: { own: 'error', plugin: 'error' },
    summary: 'A path that is not published is not answered with 404 and a problem document.',
  },
  announced: {
    severity: { own: 'error', plugin: 'error' },
    summary: 'What openapi.json, the api-catalog, a Link header or the type of a problem leads programs to does not answer.',
  },
} as const satisfies Record<string, CheckRow>;

export type SiteCheck = keyof typeof siteChecks;
export type ServedCheck = keyof typeof servedChecks;
/** The name of a check, as in the settings. */
export type CheckName = SiteCheck | ServedCheck;

export const checkRows: Readonly<Record<CheckName, CheckRow>> = { ...siteChecks, ...servedChecks };
export const checkNames = Object.keys(checkRows) as [CheckName, ...CheckName[]];

/** The severities of the checks that run on a kind of site, by name. */
export const severitiesFor = (kind: keyof Severities): Readonly<Partial<Record<CheckName, Severity>>> =>
  Object.fromEntries(
    Object.entries(checkRows).flatMap(([name, { severity }]) => {
      const own = severity[kind] ?? (kind === 'found' ? severity.twin : undefined);
      return own === undefined ? [] : [[name, own]];
    }),
  );
