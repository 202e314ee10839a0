import { z } from 'zod';
import { checkNames } from './check-rows.ts';
import { isFieldValue } from './contract/content-security-policy.ts';
import { type Deprecation, noticeDays } from './contract/deprecation.ts';
import { defaultQuota } from './contract/requests.ts';
import { feedbackForm } from './contract/site-facts.ts';
import { defaultSiteUrl, isSiteUrl, siteUrlForm, withoutEndSlash } from './contract/site-url.ts';

const siteUrl = z
  .string()
  .overwrite(withoutEndSlash)
  .refine(isSiteUrl, { error: siteUrlForm })
  .describe(
    'Public URL of the site, like "https://example.com" or "https://example.com/docs". Every absolute link starts with it. SITE_URL overrides it.',
  );

const webUrl = z.url({ protocol: /^https?$/, error: 'an http(s) URL' });
const day = z.iso.date({ error: 'a date like "2027-01-31"' });
const place = z.string().regex(/^(?:\/(?!\/)|https?:\/\/\S)\S*$/, { error: 'a path of the site like "/openapi.json", or a URL' });
const sitePath = z.string().regex(/^\/[^\s?#]*$/, { error: 'a path that starts with a slash, like "/api/health"' });

const deprecation = z
  .strictObject({
    path: sitePath.describe('Path of the deprecated operation.'),
    deprecated: day.describe('Day from which it is deprecated (RFC 9745).'),
    sunset: day.describe(`Day from which it may be gone (RFC 8594), at least ${noticeDays} days after "deprecated".`),
    successor: sitePath.describe('Path of what replaces it.').optional(),
    documentation: sitePath.describe('Path of the page that explains the deprecation.').optional(),
  })
  .refine((row) => !(Date.parse(row.sunset) - Date.parse(row.deprecated) < noticeDays * 86_400_000), {
    path: ['sunset'],
    error: `a date at least ${noticeDays} days after "deprecated"`,
  }) satisfies z.ZodType<Deprecation>;

const version = z.strictObject({
  name: z.string().min(1).describe('Name of the version, like "2.0".'),
  path: z
    .string()
    .regex(/^\/(?:[^\s?#/]+(?:\/[^\s?#/]+)*)?$/, { error: 'a path like "/v2", without a slash at its end' })
    .describe('Path below which its pages lie, like "/v2"; after the folder of a language, if they are in one.'),
});

const signal = (use: string) => z.boolean().describe(`Whether the content may be used for ${use}.`).optional();

/* The links of header and footer, and the names of sections: settings of the starter. */

const languageTag = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'a language tag like "en" or "pt-BR"' });

const text = z.union([z.string().min(1), z.record(languageTag, z.string().min(1))], {
  error: 'a text, or texts by language, like {"en": "Guide", "de": "Anleitung"}',
});

const addresses = {
  error: 'a path like "/docs/start", a URL, or one of them by language, like {"en": "/start", "de": "/de/los"}',
};
const address = z.string().regex(/^(?:\/(?!\/)|https?:\/\/\S|mailto:\S)\S*$/, addresses);
const url = z.union([address, z.record(languageTag, address)], addresses);

const languages = z
  .array(languageTag, { error: 'a list of language tags, like ["de"]' })
  .describe('Languages of the pages that show it, like ["de"]; without them all.')
  .optional();

const link = z.strictObject({
  label: text.describe('Text of the link; or texts by language.'),
  url: url.describe('A path of the site, which leads to the translation of the page where there is one, or a URL.'),
  languages,
});

const leadsSomewhere = (item: { url?: unknown; items?: readonly unknown[] | undefined }): boolean =>
  item.url !== undefined || (item.items?.length ?? 0) > 0;
const nowhere = { path: ['url'], error: '"url", or "items" with links' };

const group = z
  .strictObject({
    label: text.describe('Text of the link, or heading of its links.'),
    url: url.describe('Where it leads, if it has no "items".').optional(),
    items: z.array(link).describe('Links below it as their heading.').optional(),
    languages,
  })
  .refine(leadsSomewhere, nowhere);

const menu = z
  .strictObject({
    label: text.describe('Text in the header; or texts by language.'),
    url: url.describe('Where it leads, if it has no "items".').optional(),
    items: z.array(group).describe('Links of a menu, which may be groups of links.').optional(),
    button: z.boolean().describe('Show it as a button.').optional(),
    languages,
  })
  .refine(leadsSomewhere, nowhere);

/** `nav`: the links of the header. */
const navSetting = z
  .array(menu)
  .describe('Links of the starter’s header, in place of the sections: links, menus, groups in menus.');

/** `footer`: links and text at the bottom of each page. */
const footerSetting = z
  .strictObject({
    columns: z
      .array(
        z.strictObject({
          title: text.describe('Heading of the column.'),
          items: z.array(link).describe('Its links.'),
          languages,
        }),
      )
      .describe('Columns of links.')
      .optional(),
    social: z
      .array(
        z.strictObject({
          label: text.describe('Name of the network, which is read aloud.'),
          url: url.describe('Your page there.'),
          icon: z.string().min(1).describe('Name of an icon of Tabler, like "brand-mastodon".'),
          languages,
        }),
      )
      .describe('Links to you elsewhere, as icons.')
      .optional(),
    legal: z.array(link).describe('Imprint, privacy and the like.').optional(),
    text: text.describe('A line in place of name and description of the site.').optional(),
  })
  .describe('Footer of the starter’s pages.');

/** A text of the settings, or one for each language. */
export type Localized = string | Readonly<Record<string, string>>;
/** All settings of a site, in `site/_data/site.json` or as the options of the plugin. */
export const settingsSchema = z.strictObject({
  $schema: z.string().describe('JSON Schema of this file, for editors.').optional(),
  name: z.string().min(1).describe('Name of the site.').optional(),
  url: siteUrl.default(defaultSiteUrl),
  description: z.string().min(1).describe('One or two sentences: what the site is.').optional(),
  language: languageTag.default('en').describe('Language of pages that do not state one (BCP 47).'),
  organization: z
    .strictObject({
      name: z.string().min(1).describe('Name of the publisher.'),
      url: webUrl.describe('Home page of the publisher.').optional(),
      logo: webUrl.describe('Logo of the publisher.').optional(),
    })
    .describe('Who publishes the site.')
    .optional(),
  image: z
    .strictObject({
      path: sitePath.describe('Path of the picture, like "/og.png".'),
      alt: z.string().min(1).describe('What the picture shows.'),
      width: z.int().min(1).describe('Width in pixels.').optional(),
      height: z.int().min(1).describe('Height in pixels.').optional(),
    })
    .describe('Picture of the site for shared links; printed by the starter’s layout.')
    .optional(),
  logo: z
    .strictObject({
      path: sitePath.describe('Path of the picture, like "/logo.svg".'),
      dark: sitePath.describe('Path of the picture for the dark theme, if it is another.').optional(),
      hasName: z
        .boolean()
        .describe('Whether the picture shows the name of the site, which then is not printed beside it.')
        .optional(),
    })
    .describe('Picture in the starter’s header, beside the name of the site.')
    .optional(),
  markdown: z
    .strictObject({
      math: z.boolean().default(false).describe('Formulas in TeX, `$x$` and `$$`, become MathML. Needs the package temml.'),
    })
    .prefault({})
    .describe('What the starter’s Markdown reads beside what it always does.'),
  accent: z
    .string()
    .regex(/^(?:#[\da-f]{3,8}|[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^;{}<>]*\))$/i, {
      error: 'a CSS colour like "#155e9c"',
    })
    .describe('Colour of the starter’s pages, any of CSS; lightness for links and surfaces, light and dark, is derived from it.')
    .optional(),
  search: z.boolean().default(false).describe('Search in the starter’s pages, without a service. Needs the package pagefind.'),
  searchApi: z
    .boolean()
    .optional()
    .describe(
      'Search for agents, /api/v1/search: true announces it in openapi.json, the api-catalog and llms.txt, false leaves its index out. Unset: the proxy and hosts that run code answer it, and only they name it.',
    ),
  mcp: z
    .boolean()
    .default(false)
    .describe(
      'Answer clients of the Model Context Protocol at /mcp, with the tools search and fetch, and announce it and /api/v1/search: where the site is served by the proxy, the middleware or a host that runs code.',
    ),
  nav: navSetting.optional(),
  footer: footerSetting.optional(),
  repository: webUrl.describe('Repository of the site; the starter’s header links to it.').optional(),
  editUrl: z
    .string()
    .regex(/^https?:\/\/\S*\{path\}/, { error: 'a URL with {path}, like "https://github.com/you/site/edit/main/{path}"' })
    .describe('Where a page is edited: a URL with {path} for its file. The starter’s pages link to it.')
    .optional(),
  agentLinks: z
    .boolean()
    .default(true)
    .describe(
      'Whether the starter’s pages name llms.txt and its like where people see or hear it: in the footer, and in a line at the top for agents. The head of each page names them in any case.',
    ),
  versions: z
    .array(version)
    .check(({ value, issues }) => {
      for (const [at, row] of value.entries())
        for (const key of ['name', 'path'] as const)
          if (value.findIndex((other) => other[key] === row[key]) < at)
            issues.push({ code: 'custom', path: [at, key], input: row[key], message: `a ${key} that no other version has` });
    })
    .default([])
    .describe('Versions of the documentation, the current one first. Pages of the others have twins, and are in no index.'),
  assistants: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe('Name of the assistant.'),
        url: z
          .string()
          .regex(/^https?:\/\/\S*\{url\}/, { error: 'a URL with {url}, like "https://chat.example/?q=Read+{url}"' })
          .describe('Its URL, with {url} for the URL of the Markdown.'),
      }),
    )
    .default([])
    .describe('Assistants in which the starter’s menu opens the Markdown of a page.'),
  contact: z
    .strictObject({
      name: z.string().min(1).describe('Name of the contact.').optional(),
      email: z.email({ error: 'an e-mail address' }).describe('E-mail address of the contact.').optional(),
      url: webUrl.describe('Contact page.').optional(),
    })
    .describe('Contact of the site.')
    .optional(),
  feedback: z
    .string()
    .regex(feedbackForm, { error: 'a URL in ASCII, or an e-mail address like "mailto:docs@example.com"' })
    .describe(
      'Where agents and readers report mistakes: a URL, such as the URL of your issues, or mailto: and an e-mail address.',
    )
    .optional(),
  apis: z
    .array(
      z
        .strictObject({
          name: z.string().min(1).describe('Name of the API.'),
          url: place.describe('Its endpoint. Unset: "openapi", otherwise "docs".').optional(),
          openapi: place.describe('Its OpenAPI document.').optional(),
          docs: place.describe('Its documentation.').optional(),
          status: place.describe('Whether it is alive, for programs or people.').optional(),
        })
        .refine(({ url, openapi, docs }) => url ?? openapi ?? docs, { path: ['url'], error: '"url", "openapi" or "docs"' }),
    )
    .default([])
    .describe('Your own APIs, for the API catalog (RFC 9727).'),
  whenToUse: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], { error: 'a sentence or a list of sentences' })
    .describe('When an agent should use this site: a sentence or a list. Opens llms.txt.')
    .optional(),
  license: z
    .strictObject({
      name: z.string().min(1).describe('Name of the licence, like "CC BY 4.0".'),
      url: webUrl.describe('Text of the licence.').optional(),
    })
    .describe('Licence of the content; shown in openapi.json.')
    .optional(),
  rateLimit: z
    .strictObject({
      limit: z.int().min(1).default(defaultQuota.limit).describe('Requests a client may make in a window.'),
      window: z.int().min(1).default(defaultQuota.window).describe('Length of the window in seconds.'),
    })
    .prefault({})
    .describe('Quota that the RateLimit headers report; advisory unless the proxy enforces it.'),
  agentRegistration: z
    .boolean()
    .default(false)
    .describe('Announce the model of agent registration, whose endpoints answer 501: metadata, key set, endpoints.'),
  contentSignals: z
    .strictObject({ search: signal('search'), 'ai-input': signal('grounding answers of AI'), 'ai-train': signal('training AI') })
    .describe('Content-Signal of robots.txt. Absent by default: the owner must choose.')
    .optional(),
  crawlers: z
    .record(z.string().regex(/^[A-Za-z][\w-]*$/, { error: 'a product token like "GPTBot"' }), z.boolean())
    .default({})
    .describe('Crawlers with a group of their own in robots.txt, by product token: true may read all, false nothing.'),
  deprecations: z.array(deprecation).default([]).describe('Deprecated operations: Deprecation and Sunset headers.'),
  content: z
    .union([z.string().min(1), z.record(z.string().min(1), z.string().min(1))], {
      error: 'a CSS selector, or an object of selectors by glob, like {"news/**": ".unit"}',
    })
    .describe(
      'CSS selector of the content of a page, if the build does not find it by itself; or selectors by globs of output files, the first that matches.',
    )
    .optional(),
  sections: z
    .array(text)
    .default([])
    .describe(
      'Names of the sections in the order of the indexes, or their names by language, like {"en": "Guides", "de": "Anleitungen"}; the others follow, by their first page.',
    ),
  exclude: z
    .array(z.string().min(1))
    .default([])
    .describe('Globs of output files to leave out of every artifact; they have no twin.'),
  contentSecurityPolicy: z
    .union(
      [
        z.string().refine(isFieldValue),
        z.strictObject({
          add: z.record(z.string().regex(/^[a-z-]+$/), z.array(z.string().regex(/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/)).min(1)),
        }),
      ],
      {
        error:
          '"strict", additions to it like {"add": {"frame-src": ["https://www.youtube-nocookie.com"]}}, or a Content-Security-Policy',
      },
    )
    .describe(
      'Content-Security-Policy of HTML: "strict" (nothing inline, nothing from other sites), {"add": …} with sources by directive beside the strict ones, or a policy. Unset: one that cannot break a page.',
    )
    .optional(),
  htmlUrls: z
    .boolean()
    .describe(
      'Whether the URLs of pages end in .html, as their files do: /about.html in place of /about. Unset: as most canonical URLs of the pages have it, otherwise as most of their links.',
    )
    .optional(),
  checks: z
    .partialRecord(z.enum(checkNames), z.enum(['error', 'warning', 'off']))
    .default({})
    .describe('Severity by name of the check, if it differs from the default.'),
});
