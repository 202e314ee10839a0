import { expect } from 'vitest';
import type { CheckName } from '../../build/check-rows.ts';
import type { Finding } from '../../build/checks/finding.ts';
import { runChecks } from '../../build/checks/index.ts';
import type { Parity } from '../../build/contract/manifest.ts';
import type { Artifact } from '../../build/files.ts';
import { generate } from '../../build/generators/index.ts';
import { convert } from '../../build/page/convert.ts';
import type { Conversion, ReadPage, SitePage } from '../../build/page/page.ts';
import { readPage } from '../../build/page/read-page.ts';
import { createSite } from '../../build/page/site.ts';
import { sitePagesOf } from '../../build/page/site-pages.ts';
import { resolveSettings, type Settings } from '../../build/settings.ts';

/** A small site with the defects of a test. */
export interface Seed {
  /** Pages by output file; HTML without `<html` is the content of `main`. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Markdown of the twins, by output file of the page; default: empty. */
  readonly bodies?: Readonly<Record<string, string>>;
  readonly parity?: Readonly<Record<string, Parity>>;
  /** Whether it is a site of the starter, not one that added the plugin. */
  readonly starter?: boolean;
  /** Templates, by output file of their page: path and text. */
  readonly sources?: Readonly<Record<string, readonly [path: string, text: string]>>;
  /** Copied files. */
  readonly files?: readonly string[];
  readonly settings?: Settings;
  readonly redirects?: Readonly<Record<string, string>>;
  /** Whether it was found in a folder or by its URLs, so that something else may have written its twins. */
  readonly isFound?: boolean;
  /** Changes the generated artifacts. */
  readonly artifacts?: (artifacts: readonly Artifact[]) => Artifact[];
}

export const origin = 'https://example.com';

/** A page without findings, if something links to it. */
export const html = (title: string, main: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<title>${title}</title>\n<meta name="description" content="What ${title} is about.">${head}\n</head>\n<body>\n<nav><a href="/">Home</a></nav>\n<main>\n${main}\n</main>\n</body>\n</html>\n`;

/** The content of a page: a heading and text below it. */
export const content = (title: string, rest = ''): string => `<h1>${title}</h1>\n${rest}`;

const home = content('Home', '<p><a href="/a">A</a> <a href="/b/">B</a></p>');

/** A site without findings. */
export const clean: Readonly<Record<string, string>> = {
  'index.html': html('Home', home),
  'a.html': html('Page a', content('Page a', '<h2 id="part">Part</h2>')),
  'b/index.html': html('Page b', content('Page b', '<h2 id="über">Über</h2>')),
};

const settingsOf = ({ settings }: Pick<Seed, 'settings'>): ReturnType<typeof resolveSettings> =>
  resolveSettings({ url: origin, name: 'Example', description: 'A site.', agentRegistration: true, ...settings }, 'test');

const wholePage = (file: string, text: string): string =>
  text.includes('<html') || !text.includes('<') ? text : html(file, text);

/** All findings in the clean site with the additions and replacements of the seed. */
export function findingsOf(seed: Seed): Finding[] {
  const settings = { ...settingsOf(seed), ...(seed.starter && { starter: true as const }) };
  const pages = settled(
    Object.entries({ ...clean, ...seed.pages }).map(([file, text]) => read(file, text, seed, settings)),
    settings,
  );
  const site = createSite(pages, settings, new Map(Object.entries(seed.redirects ?? {})));
  const artifacts = (seed.artifacts ?? ((all) => [...all]))(generate(site));
  const files = new Set([...pages.map(({ file }) => file), ...(seed.files ?? []), ...artifacts.map(({ path }) => path)]);
  const texts = new Map(Object.values(seed.sources ?? {}));
  const { isFound = false } = seed;
  return runChecks({ site, pages, artifacts, files, isFound, sourceText: (source) => texts.get(source) });
}

/** The pages of a site that has no other files. */
const settled = (pages: readonly ReadPage[], settings: ReturnType<typeof resolveSettings>): readonly SitePage[] =>
  sitePagesOf(pages, new Set(pages.map(({ file }) => file)), settings).pages;

function read(file: string, text: string, seed: Seed, settings: ReturnType<typeof resolveSettings>): ReadPage {
  const source = seed.sources?.[file]?.[0];
  const parity = seed.parity?.[file];
  const conversion: Conversion = {
    heading: '',
    body: seed.bodies?.[file] ?? '',
    firstParagraph: 'A paragraph.',
    ...(parity && { parity }),
  };
  return readPage({ file, html: wholePage(file, text), ...(source && { source }) }, settings, () => conversion);
}

/** All files of the clean site and of the seed, as a build writes them, with converted twins. */
export function filesOf(seed: Pick<Seed, 'pages' | 'settings' | 'artifacts' | 'redirects'>): Record<string, string> {
  const settings = settingsOf(seed);
  const texts = Object.fromEntries(
    Object.entries({ ...clean, ...seed.pages }).map(([file, text]) => [file, wholePage(file, text)]),
  );
  const pages = Object.entries(texts).map(([file, text]) =>
    readPage({ file, html: text }, settings, (content, pageUrl) =>
      convert(content, pageUrl, { ...settings, content: undefined }),
    ),
  );
  const artifacts = generate(createSite(settled(pages, settings), settings, new Map(Object.entries(seed.redirects ?? {}))));
  const changed = (seed.artifacts ?? ((all) => [...all]))(artifacts);
  return { ...texts, ...Object.fromEntries(changed.map(({ path, body }) => [path, String(body)])) };
}

/** A finding in one line: `error a.html:12 the message`. */
export const lineOf = ({ severity, file, line, message }: Finding): string =>
  `${severity} ${file}${line === undefined ? '' : `:${line}`} ${message}`;

/** What findings are compared with: each whole line, or what matches it. */
export const matching = (lines: readonly (string | RegExp)[]): unknown[] =>
  lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));

/** The findings of one check. */
export const linesOf = (check: CheckName, seed: Seed): string[] =>
  findingsOf(seed)
    .filter((finding) => finding.check === check)
    .map(lineOf);

/** Replaces the body of one artifact. */
export const rewrite =
  (path: string, change: (body: string) => string) =>
  (artifacts: readonly Artifact[]): Artifact[] =>
    artifacts.map((artifact) => (artifact.path === path ? { ...artifact, body: change(String(artifact.body)) } : artifact));
