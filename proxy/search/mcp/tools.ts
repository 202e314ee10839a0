import { firstReadOf } from '#contract/outline';
import { decodeLoosely } from '#contract/permalinks';
import { faultOfQuestion, mostCharacters } from '#contract/search/question';
import { objectOf } from '#contract/site-facts';
import { parseUrl, pathWithin } from '#contract/site-url';
import { memoizeByObject } from '#contract/std/collections';
import { normalPath } from '../../http/request-target.ts';
import { OriginFailure } from '../../origin/failure.ts';
import type { Representation, Resource, Site } from '../../origin/origin.ts';
import { resultsList, resultsOf } from '../answer.ts';
import { type Findings, readSection } from '../find-pages.ts';
import { type ReadFile, TooLong } from '../read-published.ts';

export interface Sources {
  search(question: string): Promise<Findings>;
  find(path: string): Resource | undefined;
  readonly read: ReadFile;
}

interface Tool {
  /** Names of its argument: the first is ours. */
  readonly names: readonly string[];
  readonly definition: (site: Site) => Readonly<Record<string, unknown>>;
  /** @throws {Unanswerable} with a hint what to try instead */
  readonly call: (value: string, site: Site, sources: Sources) => Promise<object>;
}

/** A valid call without an answer: reported to the model, which may try another. */
class Unanswerable extends Error {}

const annotations = { readOnlyHint: true, openWorldHint: false };
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const string = { type: 'string' };
const described = (description: string, more: object = {}) => ({ ...string, description, ...more });
const schemaOf = (properties: object) => ({ type: 'object', properties });
const strings = (...names: string[]) => Object.fromEntries(names.map((name) => [name, string]));

const tools: Readonly<Record<string, Tool>> = {
  search: {
    names: ['query'],
    definition: ({ name }) => ({
      title: 'Search',
      description: `Answers from ${name}: the passages that match a question best, at most five, each with its section, and where it is read as Markdown.`,
      inputSchema: {
        ...schemaOf({ query: described('The question: some words, or a sentence.', { maxLength: mostCharacters }) }),
        required: ['query'],
      },
      outputSchema: {
        ...schemaOf({
          results: {
            type: 'array',
            items: {
              ...schemaOf({ ...strings('id', 'title', 'url', 'section', 'markdown', 'passage'), tokens: { type: 'integer' } }),
              required: ['id', 'title', 'url', 'markdown', 'tokens'],
            },
          },
          note: string,
        }),
        required: ['results'],
      },
    }),
    async call(value, site, { search }) {
      const question = value.trim();
      const fault = faultOfQuestion(question);
      if (fault !== undefined) throw new Unanswerable(fault);
      const found = await search(question);
      const { results, ...more } = resultsOf(site, found);
      const structuredContent = { results: results.map((result) => ({ id: result.url, ...result })), ...more };
      return { ...text(resultsList(site, found)), structuredContent };
    },
  },
  fetch: {
    names: ['url', 'id'],
    definition: ({ name, url }) => ({
      title: 'Fetch',
      description: `Reads ${name} as Markdown: the section at a URL with a fragment, else the page. Of a long page it gives the outline, with the URLs and sizes of its parts, which are fetched one by one.`,
      inputSchema: schemaOf({
        url: described(`URL of a page, a section, a part or of its Markdown, or its path: it begins with ${url} or a slash.`),
        id: described('In place of the URL, the id of a result of search.'),
      }),
    }),
    async call(value, site, sources) {
      const path = pathOf(site, value);
      const found = path === undefined ? undefined : representationAt(path, sources);
      if (path === undefined || found === undefined) throw new Unanswerable(nothingAt(site, value, path));
      const fragment = decodeLoosely(/#(.+)/s.exec(value.trim())?.[1] ?? '');
      const section = fragment && (await readSection(site, path, fragment, sources.read).catch(() => undefined));
      if (section) return text(section);
      const bytes = await sources.read(found.path, longest).catch((error) => {
        if (!(error instanceof TooLong)) throw error;
        throw new Unanswerable(
          `${site.url}${found.path} has more than ${longest} bytes: too many for one answer. Fetch it by HTTP.`,
        );
      });
      if (bytes === undefined) throw new Unanswerable(nothingAt(site, value, path));
      const markdown = new TextDecoder().decode(bytes);
      return text(firstReadOf(markdown) ?? markdown);
    },
  },
};

/** Most bytes of a document that is read whole. */
const longest = 2_000_000;
/** Most redirects within the site that are followed. */
const mostHops = 5;

export const toolsOf = memoizeByObject((site: Site) =>
  Object.entries(tools).map(([name, { definition }]) => ({ name, ...definition(site), annotations })),
);

/**
 * Calls a tool. An error that the model can correct is a result with `isError`.
 *
 * @throws {RpcFault} (rejects with it) if there is no such tool, or its argument is missing or no string
 */
export async function callTool(name: unknown, args: unknown, site: Site, sources: Sources): Promise<object> {
  const tool = typeof name === 'string' && Object.hasOwn(tools, name) ? tools[name] : undefined;
  const known = Object.keys(tools).join(', ');
  if (!tool) throw invalid(`Unknown tool${typeof name === 'string' ? `: ${name.slice(0, 100)}` : ''}; there are ${known}.`);
  const given = objectOf(args);
  const value = tool.names.map((name) => given[name]).find((each) => each !== undefined);
  if (typeof value !== 'string') throw invalid(`arguments.${tool.names[0]} must be a string.`);
  try {
    return await tool.call(value, site, sources);
  } catch (error) {
    if (error instanceof Unanswerable) return { ...text(error.message), isError: true };
    if (error instanceof OriginFailure)
      return { ...text(error.detail ?? 'The content cannot be read at the moment.'), isError: true };
    throw error;
  }
}

const invalid = (message: string): RpcFault => new RpcFault(-32_602, message, 200);

/** The published path of a URL of the site; undefined for invalid URLs and other sites. */
function pathOf({ url }: Site, value: string): string | undefined {
  const target = parseUrl(value.trim(), `${url}/`);
  if (!target) return undefined;
  const place = target.origin + target.pathname;
  // A path without the base path of the site is relative to it.
  const path = pathWithin(url, place) ?? (value.trim().startsWith('/') ? pathWithin(new URL(url).origin, place) : undefined);
  return path && normalPath(path);
}

/** The Markdown at a path, or other text; redirects are followed. */
function representationAt(path: string, { find }: Sources): Representation | undefined {
  let resource = find(path);
  for (let hop = 0; resource?.kind === 'redirect' && hop < mostHops; hop++) resource = find(resource.location);
  const found =
    resource?.kind === 'page' ? resource.markdown : resource?.kind === 'document' ? resource.representation : undefined;
  return found && /^text\/(?:markdown|plain)\b/.test(found.mediaType) ? found : undefined;
}

function nothingAt({ url, nearest }: Site, value: string, path: string | undefined): string {
  const asked = value.slice(0, 200);
  if (path === undefined) return `${asked} is no URL of this site: it begins with ${url}/.`;
  const near = nearest(path);
  return `There is no Markdown at ${asked}.${near === undefined || near === path ? '' : ` Did you mean ${url}${near}?`} Search, and fetch the "markdown" of a result.`;
}

/** A fault in a message (JSON-RPC 2.0 §5.1). */
export class RpcFault extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, status = 400, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}
