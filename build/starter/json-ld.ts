import { toAbsoluteUrl } from './filters.ts';
import { type NavigationItem, titleOf } from './navigation.ts';

/** The input of the structured data of a page, all of it also visible. */
export interface JsonLdFacts {
  readonly site: {
    readonly name?: string;
    readonly url: string;
    readonly description?: string;
    readonly organization?: { readonly name: string; readonly url?: string; readonly logo?: string };
  };
  readonly url: string;
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** Path or URL of the picture of the page. */
  readonly image?: string;
  readonly published?: string;
  readonly modified?: string;
  /** Whether the page is documentation: a TechArticle. */
  readonly article: boolean;
  /** Whether it is a post: a BlogPosting with its tags as keywords. */
  readonly post?: boolean;
  readonly tags?: readonly string[];
  /** Its ancestors, home first. */
  readonly trail: readonly NavigationItem[];
}

/**
 * JSON-LD of a page (schema.org): WebPage or TechArticle with its ancestors, and on the home page the publisher. `<` is
 * escaped, so no string can end the script element.
 */
export function jsonLdOf(facts: JsonLdFacts): string {
  const graph = [pageOf(facts), ...trailOf(facts), ...publisherOf(facts)];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replace(/</g, '\\u003c');
}

function pageOf(facts: JsonLdFacts): object {
  const { site, url, language, title, description, image, published, modified, post = false, tags = [] } = facts;
  const article = facts.article || post;
  const pageUrl = site.url + url;
  return {
    '@type': post ? 'BlogPosting' : article ? 'TechArticle' : 'WebPage',
    '@id': `${pageUrl}#page`,
    url: pageUrl,
    name: title,
    ...(article && { headline: title }),
    description,
    inLanguage: language,
    ...(image && { image: toAbsoluteUrl(image, site.url) }),
    ...(published && { datePublished: published }),
    ...(modified && { dateModified: modified }),
    ...(post && tags.length > 0 && { keywords: tags.join(', ') }),
    ...(article &&
      site.organization && { author: organizationOf(site.organization), publisher: organizationOf(site.organization) }),
    isPartOf: { '@type': 'WebSite', '@id': `${site.url}/#site`, url: `${site.url}/`, name: site.name },
  };
}

function trailOf({ site, url, title, trail }: JsonLdFacts): object[] {
  if (trail.length === 0) return [];
  const above = trail.map((item) => ({
    url: String(item.url),
    title: item.url === '/' ? (site.name ?? titleOf(item)) : titleOf(item),
  }));
  const steps = [...above, { url, title }];
  const items = steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, name: step.title, item: site.url + step.url }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}

const publisherOf = ({ site, url }: JsonLdFacts): object[] =>
  url === '/' && site.organization
    ? [{ url: `${site.url}/`, ...organizationOf(site.organization), '@id': `${site.url}/#organization` }]
    : [];

const organizationOf = ({ name, url, logo }: NonNullable<JsonLdFacts['site']['organization']>): object => ({
  '@type': 'Organization',
  name,
  ...(url && { url }),
  ...(logo && { logo }),
});
