import { hostNames } from './host-names.ts';

/** Every option, as `parseArgs` knows it. */
export const commandOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  debug: { type: 'boolean' },
  docs: { type: 'boolean' },
  url: { type: 'string' },
  content: { type: 'string' },
  out: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  off: { type: 'string', multiple: true },
  name: { type: 'string' },
  'no-compress': { type: 'boolean' },
  format: { type: 'string' },
  'html-urls': { type: 'string' },
  'no-html': { type: 'boolean' },
  'agent-line': { type: 'boolean' },
  'no-parity': { type: 'boolean' },
  'no-parts': { type: 'boolean' },
  report: { type: 'string' },
  watch: { type: 'boolean' },
  cache: { type: 'string' },
  strict: { type: 'boolean' },
  answers: { type: 'boolean' },
  'max-pages': { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  'allowed-hosts': { type: 'string' },
} as const;

export type OptionName = keyof typeof commandOptions;

export interface CommandRow {
  readonly summary: string;
  /** Its one argument, which must be given: how help names it, and an example. */
  readonly operand?: readonly [name: string, example: string];
  /** A second argument, which may be left out: how help names it. */
  readonly second?: string;
  /** What its options mean, by how help writes them. */
  readonly options: Readonly<Partial<Record<`--${OptionName}${'' | ` ${string}`}`, string>>>;
}

const siteOptions = {
  '--content SELECTOR': 'CSS selector of the content of a page',
  '--exclude GLOB': 'files that are not pages; may be repeated',
  '--format FORMAT': 'print findings as text, json or github',
} as const;
const noParity = 'do not compare the twins with their pages';

export const commandRows = {
  init: {
    operand: ['DIR', 'diptych init my-site'],
    summary: 'create a site in a new folder',
    options: { '--docs': 'with documentation only' },
  },
  build: {
    summary: 'build the site in this folder and replace its output',
    options: { '--no-parity': noParity, '--format FORMAT': siteOptions['--format FORMAT'] },
  },
  dev: {
    summary: 'preview the site in this folder and rebuild it on every change',
    options: {
      '--port PORT': 'port to listen on (or PORT), or the next free one; 8080',
      '--host HOST': 'address to listen on (or HOST); 127.0.0.1',
      '--allowed-hosts LIST': 'host names to answer to besides localhost (or DIPTYCH_ALLOWED_HOSTS)',
      '--no-parity': noParity,
    },
  },
  twin: {
    operand: ['DIR', 'diptych twin DIR --url https://example.com'],
    summary: 'add twins and discovery documents to the output of any generator',
    options: {
      '--url URL': 'public URL of the site (or SITE_URL)',
      '--name NAME': 'name of the site; otherwise what its home page says',
      ...siteOptions,
      '--out DIR': 'write the site with its twins to DIR; do not change the original',
      '--html-urls WHICH':
        'on: URLs of pages end in .html, off: they do not; auto: as the site has it in its canonical URLs, else its links',
      '--no-html': 'do not add links to the heads of the pages',
      '--agent-line': 'add a line in small print for agents at the top of each page',
      '--no-parity': noParity,
      '--no-compress': 'write no .br and .gz files: the host compresses by itself',
      '--no-parts': 'publish long pages and llms-full.txt in one part each',
      '--strict': 'write nothing if a page gets no twin or its twin lacks something',
      '--report FILE': 'write all that was found to FILE, as text, JSON (.json) or HTML (.html)',
      '--watch': 'with --out: do it again whenever the generator has changed files, until Ctrl-C',
      '--cache DIR': 'keep what was read, for the next time; node_modules/.cache/diptych if there is node_modules',
    },
  },
  check: {
    operand: ['DIR-or-URL', 'diptych check dist'],
    summary: 'check a folder of HTML or a served site, from any generator',
    options: {
      '--url URL': 'public URL of the site, if the site does not state it (or SITE_URL)',
      ...siteOptions,
      '--off NAME': 'do not run this check; may be repeated',
      '--strict': 'exit code 1 for warnings, too',
      '--answers': 'measure which sections an agent would find, and would be shown',
      '--max-pages NUMBER': 'pages of a URL to request at most; 200',
    },
  },
  export: {
    operand: ['HOST', 'diptych export nginx dist --port 8080 --out site.conf'],
    second: '[DIR]',
    summary: `write what a host needs to keep the promises of a built folder (dist): ${hostNames.join(', ')}`,
    options: {
      '--port PORT': 'port that the server listens on; 8080',
      '--out PATH':
        'file for the configuration of a server, which is printed otherwise; of other hosts, the folder of their files; the current one',
    },
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commandRows;

/** Every option of every command, for the documentation. */
export const optionRows = Object.entries<CommandRow>(commandRows).flatMap(([command, { options }]) =>
  Object.entries(options).map(([option, meaning]) => ({ command, option, meaning })),
);
