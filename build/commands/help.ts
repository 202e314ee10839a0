const commands: readonly [usage: string, what: string, options: readonly [string, string][]][] = [
  ['init DIR', 'create a site in a new folder', []],
  [
    'build',
    'build the site in this folder and replace its output',
    [
      ['--no-parity', 'do not compare the twins with their pages'],
      ['--format FORMAT', 'print findings as text, json or github; text'],
    ],
  ],
  [
    'dev',
    'preview the site in this folder and rebuild it on every change',
    [
      ['--port PORT', 'port to listen on (or PORT), or the next free one; 8080'],
      ['--host HOST', 'address to listen on (or HOST); 127.0.0.1'],
      ['--allowed-hosts LIST', 'host names to answer to besides localhost (or DIPTYCH_ALLOWED_HOSTS)'],
      ['--no-parity', 'do not compare the twins with their pages'],
    ],
  ],
  [
    'twin DIR --url URL',
    'add twins and discovery documents to the output of any generator',
    [
      ['--url URL', 'public URL of the site (or SITE_URL)'],
      ['--content SELECTOR', 'CSS selector of the content of a page'],
      ['--out DIR', 'write the site with its twins to DIR; do not change the original'],
      ['--exclude GLOB', 'files that are not pages; may be repeated'],
      ['--no-html', 'do not add links to the twins to the pages'],
      ['--no-parity', 'do not compare the twins with their pages'],
      ['--strict', 'write nothing if a page gets no twin or its twin lacks something'],
      ['--format FORMAT', 'print findings as text, json or github'],
    ],
  ],
  [
    'check DIR-or-URL',
    'check a folder of HTML or a served site, from any generator',
    [
      ['--url URL', 'public URL of the site, if the site does not state it'],
      ['--content SELECTOR', 'CSS selector of the content of a page'],
      ['--exclude GLOB', 'files that are not pages; may be repeated'],
      ['--format FORMAT', 'print findings as text, json or github; text'],
    ],
  ],
];

/** The output of `diptych --help`. */
export function helpText(): string {
  const blocks = commands.map(([usage, what, options]) =>
    [`  diptych ${usage}`, `      ${what}`, ...options.map(([name, meaning]) => `      ${name.padEnd(22)}${meaning}`)].join('\n'),
  );
  return [
    'diptych: one website in two panels, HTML for people and Markdown for agents',
    ...blocks,
    '  --help                    print this help\n  --debug                   print stack traces',
    'Environment: SITE_URL overrides the url of the settings; NO_COLOR disables colours.\n',
  ].join('\n\n');
}
