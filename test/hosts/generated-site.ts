import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runWarm } from '../support/cli.ts';

/* A site of any size for real servers, without Eleventy: pages from a template, with twins by `diptych twin`. */

export interface GeneratedSite {
  readonly url: string;
  readonly pages: number;
  /** Whether links and URLs end in `.html`. */
  readonly htmlUrls?: boolean;
  /** Old paths that redirect to pages. */
  readonly moved?: number;
}

const words = 'people and agents read one site in two panels with the same words at one address every page twice'.split(' ');
const prose = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => words[(seed * 7 + at * at) % words.length]).join(' ');

/** Old and new paths with special characters of servers; the first differs from another only in case. */
const oddRedirects = [
  '/OLD/thing-1 /guides/',
  '/old/fragment /guides/#a',
  '/old/fragment-with-a-mark /guides/#a?b',
  '/old/query-and-fragment /guides/?c=d#a',
  '/old/a%23b%3Fc%25d%24%7BHOME%7D /guides/?c=d',
  '/old/%7B$HOME%7D /guides/$1{path}#a',
  '/old/variables /guides/${HOME}{$HOME}%{HTTP_HOST}$uri{path}$1',
  '/old/variables-of-queries /guides/?${HOME}{$HOME}%{HTTP_HOST}$uri{path}$1#${HOME}{$HOME}%{HTTP_HOST}$uri{path}$1',
].map((line) => `${line} 301\n`);

/** Writes `folder/dist`. @throws {Error} with the output of a failed `diptych twin` */
export async function generateSite(folder: string, { url, pages, moved = 0, htmlUrls }: GeneratedSite): Promise<string> {
  const source = join(folder, 'source');
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
  };
  const { pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const page = (title: string, content: string, head = ''): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="description" content="${title}, described."><link rel="stylesheet" href="${base}/site.css">${head}</head><body><main><h1>${title}</h1>${content}</main></body></html>\n`;
  const text = (seed: number): string => `<p>${prose(seed, 300)}</p><p>${prose(seed + 1, 300)}</p>`;
  const ending = htmlUrls ? '.html' : '';
  put('index.html', page('Home', `${text(0)}<p><a href="long${ending}">Long</a></p>`));
  put('404.html', page('Not here', '<p>Nothing is here.</p>'));
  put('developers.html', page('Developers', text(1)));
  put('site.css', `body { color: #222 }\n${'/* style */\n'.repeat(200)}`);
  put('led-on/index.html', page('Led on', '', `<meta http-equiv="refresh" content="0;url=${base}/guides/">`));
  put('copy.html', page('A copy', text(10), `<link rel="canonical" href="${url}/guides/">`));
  put('empty.html', '<!doctype html><html lang="en"><head><title>Empty</title></head><body><div id="app"></div></body></html>');
  put('deep.html', page('Deep', '<i>'.repeat(5_100)));
  put('guides/index.html', page('Guides', text(2)));
  put('twice.html', page('Twice, the page', text(3)));
  put('twice/index.html', page('Twice, the folder', text(4)));
  const older = (path: string): string => `<link rel="canonical" href="${url + path}"><meta name="diptych" content="older">`;
  put('v1/guides/index.html', page('Guides of version 1', text(5), older('/guides/')));
  put('v1/a $b {c}.html', page('An odd name of version 1', text(6), older('/guides/')));
  put('v1/long.html', page('Not yet long', text(7), older(`/long${ending}`)));
  put(
    'long.html',
    page('Long', Array.from({ length: 12 }, (_, at) => `<h2 id="s${at}">Section ${at}</h2><p>${prose(at, 900)}</p>`).join('')),
  );
  for (const name of ['100%', 'a#b', 'why?', 'why?a=b', '${HOME}', '{$HOME}', '%{HTTP_HOST}', '[a]*'])
    put(`odd/${name}.html`, page('A page of an odd name', text(8)));
  put('odd/what?/index.html', page('A folder of an odd name', text(9)));
  put('odd/a#b%c?.css', 'body { color: #333 }\n');
  for (let at = 7; at < pages; at++) put(`guides/part-${at % 50}/thing-${at}.html`, page(`Thing ${at}`, text(at)));
  const rows = Array.from({ length: moved }, (_, at) => `/old/thing-${at} /guides/ 301\n`);
  if (moved > 0) put('_redirects', [...oddRedirects, ...rows].join(''));
  const args = ['twin', 'source', '--out', 'dist', '--url', url];
  const { code, stderr } = await runWarm(args, { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return join(folder, 'dist');
}
