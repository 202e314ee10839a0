import { proxySettings } from '../contract/proxy-settings.ts';
import { type FlagRow, type FlagValues, flagRow, flagsOf, formOf, meaningOf } from '../contract/std/flags.ts';
import { hostNames } from '../hosts/names.ts';

const { text, list, toggle, choice, integer } = flagRow;

export interface CommandRow {
  readonly summary: string;
  /** Required argument: its name in the help and an example. */
  readonly operand?: readonly [name: string, example: string];
  /** Name of a second, optional argument. */
  readonly second?: string;
  readonly flags: Readonly<Record<string, FlagRow>>;
}

const formats = ['text', 'json', 'github'] as const;
const format = choice(formats, undefined, 'How findings are printed. Unset: text, and github on GitHub’s runners.');
const url = (summary: string) => text(undefined, summary, { env: 'SITE_URL', value: 'URL' });
const siteFlags = {
  content: list('CSS selector of the content of a page; GLOB=SELECTOR: of files that match. May be repeated.', {
    value: 'SELECTOR',
  }),
  exclude: list('Files that are not pages; may be repeated.', { value: 'GLOB' }),
  format,
};
const config = text(
  undefined,
  'Configuration of Eleventy. Unset: eleventy.config.js and the like, otherwise the configuration of the starter.',
  {
    value: 'FILE',
  },
);
const { port, host, allowedHosts, sharedAge } = proxySettings;

export const commandRows = {
  init: {
    operand: ['DIR', 'diptych init my-site'],
    summary: 'create a site in a new folder',
    flags: { docs: toggle(false, 'With documentation only.'), blog: toggle(false, 'With a blog only.') },
  },
  build: {
    summary: 'build the site in this folder and replace its output',
    flags: {
      date: text(undefined, 'Hold back pages that are dated after DAY, such as 2026-11-24.', { value: 'DAY' }),
      config,
      format,
    },
  },
  dev: {
    summary: 'preview the site in this folder and rebuild it on every change',
    flags: {
      port: integer(port.default, { env: port.env, max: port.max }, 'Port to listen on, or the next free one; 0 takes any.'),
      host: text(host.default, 'Address to listen on.', { env: host.env, value: 'HOST' }),
      allowedHosts: text(undefined, 'Host names to answer to besides localhost.', { env: allowedHosts.env, value: 'LIST' }),
      config,
    },
  },
  twin: {
    operand: ['DIR', 'diptych twin DIR --url https://example.com'],
    summary: 'add twins and discovery documents to the output of any generator',
    flags: {
      url: url('Public URL of the site.'),
      ...siteFlags,
      out: text(undefined, 'Write the site with its twins to DIR; do not change the original.', { value: 'DIR' }),
      htmlUrls: choice(
        ['on', 'off', 'auto'],
        'auto',
        'on: URLs of pages end in .html. off: they do not. auto: as the site has it in its canonical URLs, otherwise in its links.',
      ),
      mcp: toggle(false, 'Be an MCP server at /mcp, where diptych-proxy or a host that runs code serves the site.'),
      strict: toggle(false, 'Write nothing if a page gets no twin or its twin lacks something.'),
    },
  },
  check: {
    operand: ['DIR-or-URL', 'diptych check dist'],
    summary: 'check a folder of HTML or a served site, from any generator',
    flags: {
      url: url('Public URL of the site, if the site does not state it.'),
      ...siteFlags,
      strict: toggle(false, 'Exit code 1 for warnings, too.'),
      maxPages: integer(undefined, { min: 1, max: 9_999_999, unit: 'pages' }, 'Pages of a URL to request at most. Unset: 200.'),
    },
  },
  export: {
    operand: ['HOST', 'diptych export nginx dist --port 8080 --out site.conf'],
    second: '[DIR]',
    summary: `write what a host needs to keep the promises of a built folder (dist): ${hostNames.join(', ')}`,
    flags: {
      port: integer(undefined, { min: 1, max: port.max }, `Port that the server listens on. Unset: ${port.default}.`),
      include: toggle(false, 'Write the part for a server that is already there: a file for conf.d/ or sites-enabled/.'),
      out: text(
        undefined,
        'File for the configuration of a server, which is printed otherwise; of other hosts, the folder of their files. Unset: the current one.',
        { value: 'PATH' },
      ),
      sharedAge: integer(
        undefined,
        { min: sharedAge.min, max: sharedAge.max, unit: sharedAge.unit },
        'How long a cache of yours in front of the host, such as a CDN, may keep pages, twins and documents. Empty it with each deployment. Unset: it asks again for each page.',
      ),
    },
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commandRows;

export type CommandValues<C extends CommandName> = FlagValues<(typeof commandRows)[C]['flags']>;

/** All options of all commands, for the documentation. */
export const optionRows = Object.entries<CommandRow>(commandRows).flatMap(([command, { flags }]) =>
  flagsOf(flags).map((flag) => ({ command, option: formOf(flag), meaning: meaningOf(flag), variable: flag.env })),
);
