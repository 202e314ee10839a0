import { fileOfUrl } from '../../contract/permalinks.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { atOnce, type SiteClient } from './site-client.ts';

/** Most requested parts of long pages. */
const most = 1_000;

/** The parts linked from outlines of twins, transitively, by file. */
export async function servedParts(
  texts: ReadonlyMap<string, string>,
  client: SiteClient,
  notes: string[],
): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const asked = new Set<string>();
  for (let round = [...texts]; round.length > 0; ) {
    const urls = new Set(round.flatMap(([file, text]) => partsIn(text, file)).filter((url) => !asked.has(url)));
    const next = [...urls].slice(0, most - asked.size);
    if (next.length < urls.size) notes.push(`${urls.size - next.length} parts of long pages were not requested.`);
    for (const url of next) asked.add(url);
    const answers = await inParallel(next, atOnce, (url) => client.ask(url, '*/*'));
    round = answers.flatMap(({ path, status, body }) => (status === 200 ? [[fileOfUrl(path), body]] : []));
    for (const [file, text] of round) parts.set(file, text);
  }
  return parts;
}

/** URL paths of the parts that a twin or part links to. */
function partsIn(text: string, file: string): string[] {
  const folder = `/${file.replace(/(?:\.parts\/[^/]*)?\.md$/, '.parts/')}`;
  if (!file.endsWith('.md')) return [];
  return [...text.matchAll(/\]\(([^)\s#]+\.md)/g)].flatMap(([, url = '']) => {
    const at = url.indexOf(folder);
    return at < 0 ? [] : [url.slice(at)];
  });
}
