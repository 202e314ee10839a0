const commands: readonly [usage: string, what: string, options: readonly [string, string][]][] = [
  ['init DIR', 'start a new site in a new folder', []],
  [
    'build',
    'build the site of this folder and publish it whole',
    [
      ['--no-parity', 'do not check the twins against their pages'],
      ['--format FORMAT', 'of what the checks find: text, json or github'],
    ],
  ],
  [
    'dev',
    'preview the site of this folder, and build it again at every change',
    [
      ['--port PORT', 'port to listen on (or PORT); 8080'],
      ['--host HOST', 'address to listen on (or HOST); 127.0.0.1'],
      ['--allowed-hosts LIST', 'host names to answer to beside localhost (or DIPTYCH_ALLOWED_HOSTS)'],
      ['--no-parity', 'do not check the twins against their pages'],
    ],
  ],
  [
    'twin DIR --url URL',
    'add twins and discovery documents to a built site, whoever built it',
    [
      ['--url URL', 'public URL of the site (or SITE_URL)'],
      ['--content SELECTOR', 'CSS selector of the content of a page'],
      ['--out DIR', 'write the site with its twins there; DIR stays as it is'],
      ['--exclude GLOB', 'files that are no pages; may be repeated'],
      ['--no-html', 'do not add link rel=alternate to the pages'],
      ['--no-parity', 'do not check the twins against their pages'],
      ['--strict', 'change nothing where a page has no twin or its twin lacks something'],
      ['--format FORMAT', 'of what the checks find: text, json or github'],
    ],
  ],
  [
    'check DIR-or-URL',
    'run the checks on a folder of HTML or on a site that is served, whoever built it',
    [
      ['--url URL', 'public URL of the site, where it does not say so itself'],
      ['--content SELECTOR', 'CSS selector of the content of a page'],
      ['--exclude GLOB', 'files that are no pages; may be repeated'],
      ['--format FORMAT', 'of what they find: text, json or github'],
    ],
  ],
];

/** What `diptych --help` prints. */
export function helpText(): string {
  const blocks = commands.map(([usage, what, options]) =>
    [`  diptych ${usage}`, `      ${what}`, ...options.map(([name, meaning]) => `      ${name.padEnd(22)}${meaning}`)].join('\n'),
  );
  return [
    'diptych: one website in two panels, HTML for people and Markdown for agents',
    ...blocks,
    '  --help                    this text\n  --debug                   the stack of an error',
    'Environment: SITE_URL overrides the url of the settings; NO_COLOR turns colour off.\n',
  ].join('\n\n');
}
