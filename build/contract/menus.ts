import { z } from 'zod';

/* The links of header and footer, and the names of sections: settings of the starter. */

const languageTag = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);

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
export const navSetting = z
  .array(menu)
  .describe('Links of the starter’s header, in place of the sections: links, menus, groups in menus.');

/** `footer`: what stands at the bottom of each page. */
export const footerSetting = z
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

/** `sectionNames`: the names of sections in other languages. */
export const sectionNamesSetting = z
  .record(z.string().min(1), z.record(languageTag, z.string().min(1)))
  .describe('Names of sections in other languages, by their names: {"Guides": {"de": "Anleitungen"}}.');

/** A text of the settings, or one for each language. */
export type Localized = string | Readonly<Record<string, string>>;
/** A link of header or footer as it is written, with everything that any of them may have. */
export interface MenuLink {
  readonly label: Localized;
  readonly url?: Localized | undefined;
  readonly items?: readonly MenuLink[] | undefined;
  readonly button?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly languages?: readonly string[] | undefined;
}
