import { posix } from 'node:path';
import { countsOf, groupBy } from '../../contract/std/collections.ts';
import { asciiSlug, counted, shorten } from '../../contract/std/words.ts';
import type { ResolvedSettings } from '../../settings.ts';
import { type Operation, operationHtml, overviewHtml, plainTextOf } from './html.ts';
import { listOf, nodeOf, type OpenApi, readOpenApi, stringOf } from './open-api.ts';

export interface ApiPage {
  /** Path of its template below the folder of the templates, without extension. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly section: string;
  /** Its group in the sidebar: the tag. */
  readonly sidebarGroup?: string;
  /** @param urlOf the URL of another page by its path */
  html(urlOf: (path: string) => string): string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const longestTitle = 100;
const longestDescription = 160;

/**
 * The pages of an API in the settings: one for each operation, in the folder of its first tag, one for each tag, and an overview.
 *
 * @throws {UserError} as {@link readOpenApi} does
 */
export function apiPagesOf({ name, pages }: ResolvedSettings['apis'][number]): ApiPage[] {
  if (!pages) return [];
  const api = readOpenApi(pages.from);
  const operations = operationsOf(api);
  const folderOf = (tag: string): string => posix.join(pages.at.slice(1), asciiSlug(tag));
  const taken = new Set(
    operations.flatMap(({ tag }) => ['', tag].flatMap((each) => [folderOf(each), `${folderOf(each)}/index`])),
  );
  const indexes = new Set([`${folderOf('')}/index`]);
  const counts = countsOf(operations.map(titleOf));
  const placeOf = (tag: string) => ({ section: name, ...(tag !== '' && { sidebarGroup: tag }) });

  const pageOf = (operation: Operation): ApiPage => {
    const { method, path, isWebhook, tag, node } = operation;
    const id = stringOf(node.operationId).replace(/([a-z\d])([A-Z])/g, '$1-$2') || `${method} ${path}`;
    const own = asciiSlug(tag !== '' && id.startsWith(`${tag}/`) ? id.slice(tag.length) : id) || 'root';
    const title = titleOf(operation) + (counts.get(titleOf(operation)) === 1 ? '' : ` (${method} ${path})`);
    const about = plainTextOf([...(title === node.summary ? [] : [node.summary]), node.description]);
    return {
      path: free(`${folderOf(tag)}/${own}`, taken),
      title,
      description: shorten(`${isWebhook ? 'Webhook' : method} ${path}${about && `: ${about}`}`, longestDescription),
      ...placeOf(tag),
      html: () => operationHtml(api, operation, title),
    };
  };
  const overviewOf = (tag: string, text: unknown, listed: readonly ApiPage[], more = {}): ApiPage => {
    const title = tag === '' ? name : `${name}: ${tag}`;
    return {
      path: tag === '' ? `${folderOf('')}/index` : free(`${folderOf(tag)}/index`, indexes),
      title,
      description: shorten(
        plainTextOf([text]) ||
          `${counted(listed.length, 'page')} of ${tag || name}: ${listed.map((page) => page.title).join(', ')}`,
        longestDescription,
      ),
      ...placeOf(tag),
      html: (urlOf) =>
        overviewHtml(
          title,
          text,
          listed.map((page) => ({ ...page, url: urlOf(page.path) })),
          more,
        ),
    };
  };

  const tags = new Map(listOf(api.root.tags).map((tag) => [stringOf(nodeOf(tag).name), nodeOf(tag).description]));
  const made = [...groupBy(operations, ({ tag }) => tag)].map(([tag, own]) => [tag, own.map(pageOf)] as const);
  const { description, version } = nodeOf(api.root.info);
  const listed = made.flatMap(([tag, own]) => (tag === '' ? own : [overviewOf(tag, tags.get(tag), own)]));
  const inTags = made.flatMap(([tag, own]) => (tag === '' ? [] : own));
  return [overviewOf('', description, listed, { version, servers: api.root.servers }), ...listed, ...inTags];
}

function operationsOf(api: OpenApi): Operation[] {
  const [paths, webhooks] = [api.root.paths, api.root.webhooks].map((all) => Object.entries(nodeOf(all)));
  return [...paths!, ...webhooks!].flatMap(([path, value], at) => {
    const item = api.resolved(value);
    const isWebhook = at >= paths!.length;
    return methods.flatMap((method) => {
      const node = nodeOf(item[method]);
      const tag = stringOf(listOf(node.tags)[0]);
      return item[method] === undefined ? [] : [{ method: method.toUpperCase(), path, isWebhook, tag, node, item }];
    });
  });
}

/** The summary without marks of Markdown, which it should not have (OpenAPI 3.1 §4.8.10); of a long one the first sentence. */
const titleOf = ({ method, path, node }: Operation): string => {
  const words = stringOf(node.summary).replace(/!?\[([^\]]*)\]\([^)]*\)|`([^`]*)`|\*\*([^*]*)\*\*/g, '$1$2$3');
  const title = words.length > longestTitle ? words.split(/(?<=[.!?])\s/, 1)[0]! : words;
  return shorten(title.trim().replace(/\.$/, ''), longestTitle) || stringOf(node.operationId) || `${method} ${path}`;
};

function free(path: string, taken: Set<string>): string {
  let found = path;
  for (let at = 2; taken.has(found); at++) found = `${path}-${at}`;
  taken.add(found);
  return found;
}
