import type { Severity } from '../check-rows.ts';
import type { Finding } from '../checks/finding.ts';
import { UserError } from '../contract/std/errors.ts';
import type { Artifact } from '../files.ts';
import { twinArtifact } from '../generators/twin.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import type { Output } from './ledger.ts';

/** A page with a twin, for functions of the site's owner. A copy: changes to it have no effect. */
export interface PublicPage {
  /** Absolute URLs of the page and of its twin. */
  readonly url: string;
  readonly markdownUrl: string;
  readonly title: string;
  readonly description: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** The HTML file, relative to the output folder. */
  readonly file: string;
  /** The template, relative to the current folder. */
  readonly source?: string;
  /** The whole twin. */
  readonly markdown: string;
}

export interface PublicSite {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  /** All pages with a twin, in the order of the indexes. */
  readonly pages: readonly PublicPage[];
}

export interface SiteDocument {
  /** Relative to the output folder, forward slashes: `api/pages.json`. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface SiteFinding {
  /** Name of the check, for the output. */
  readonly check: string;
  /** The problem, and how to fix it: one sentence each. */
  readonly message: string;
  readonly fix: string;
  /**
   * `error` stops the build.
   * @default 'warning'
   */
  readonly severity?: Severity;
  /** Location: a page, or a file and line. */
  readonly page?: PublicPage;
  readonly file?: string;
  readonly line?: number;
}

type List<T> = readonly T[] | Promise<readonly T[]>;

/** Additions of the site's owner to each build, in JavaScript. */
export interface Extensions {
  /** Further documents to publish. None may have the path of another file. */
  readonly documents?: (site: PublicSite) => List<SiteDocument>;
  /** The site's own checks. Their findings are reported with all others. */
  readonly inspect?: (site: PublicSite) => List<SiteFinding>;
}

function publicSite(site: Site): PublicSite {
  const pages = site.published.map((page) => ({
    url: absoluteUrl(site, page.url),
    markdownUrl: absoluteUrl(site, page.twin),
    title: page.title,
    description: page.description,
    language: page.language,
    file: page.file,
    ...(page.source && { source: page.source }),
    get markdown() {
      return twinArtifact(site, page).body;
    },
  }));
  return { url: site.settings.url, name: site.name, description: site.description, pages };
}

/** @throws {UserError} on a document without path or body */
export async function ownDocuments(site: Site, { documents }: Extensions): Promise<Artifact[]> {
  const own = documents ? await documents(publicSite(site)) : [];
  return own.map(({ path, body }, at) => {
    if (typeof path !== 'string' || path === '' || !(typeof body === 'string' || body instanceof Uint8Array))
      throw new UserError(`plugin options: documents[${at}]: expected { path, body }, with text or bytes as the body`);
    return { path, mediaType: /\.md$/.test(path) ? 'text/markdown; charset=utf-8' : '', body };
  });
}

export const addedOutputs = (documents: readonly Artifact[]): Output[] =>
  documents.map(({ path }) => ({ path, from: 'the option "documents"' }));

/** @throws {UserError} on a finding without message */
export async function ownFindings(site: Site, { inspect }: Extensions): Promise<Finding[]> {
  const findings = inspect ? await inspect(publicSite(site)) : [];
  return findings.map(({ check, message, fix, severity = 'warning', page, file, line }, at) => {
    if (!check || !message || !fix) throw new UserError(`plugin options: inspect: finding ${at} lacks check, message or fix`);
    const place = file ?? page?.source ?? page?.file ?? 'plugin options';
    return { check, severity, file: place, ...(line !== undefined && { line }), message, fix };
  });
}
