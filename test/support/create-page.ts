import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { bodyFrom, type SitePage } from '../../build/page/page.ts';

/** Creates a page of a site without HTML: for tests of generators and checks with many pages. */
export const createPage = (
  site: string,
  path: string,
  { body = 'Text.', ...more }: Partial<Omit<SitePage, 'body'>> & { readonly body?: string } = {},
): SitePage => ({
  url: path,
  twin: twinUrlOf(path, () => false),
  file: path.endsWith('/') ? `${path.slice(1)}index.html` : `${path.slice(1)}.html`,
  title: `Page ${path}`,
  stated: { title: `Page ${path}` },
  description: 'A page of many',
  summary: '',
  sharesDescription: false,
  isSearch: false,
  canonical: site + path,
  language: 'en',
  optional: false,
  heading: '',
  body: bodyFrom(body),
  unmeasured: false,
  facts: {
    characters: 9,
    ids: [],
    references: [],
    headings: [],
  },
  ...more,
});
