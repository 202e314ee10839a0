import { createMarkdownParser } from '../../checks/links/markdown-links.ts';
import { textOf } from '../../contract/std/html-text.ts';
import { listOf, type Node, nodeOf, type OpenApi, stringOf } from './open-api.ts';
import { alternativesOf, joined, schemaRows, typeOf } from './schema.ts';

/** An operation with the common parts of its path. */
export interface Operation {
  readonly method: string;
  /** Its path; the name of a webhook. */
  readonly path: string;
  readonly isWebhook: boolean;
  /** Its first tag, if any. */
  readonly tag: string;
  readonly node: Node;
  readonly item: Node;
}

const parser = createMarkdownParser();

export const escaped = (text: string): string => parser().utils.escapeHtml(text);
const code = (text: unknown): string => `<code>${escaped(typeof text === 'string' ? text : JSON.stringify(text))}</code>`;

/**
 * A description, in CommonMark with HTML (OpenAPI 3.1 §3.5).
 *
 * @param above level of the heading above it
 */
export function described(text: unknown, above = 1): string {
  const tokens = parser().parse(stringOf(text), {});
  const headings = tokens.filter(({ type }) => type.startsWith('heading'));
  const first = Math.min(...headings.map(({ tag }) => Number(tag[1])));
  for (const token of headings) token.tag = `h${Math.min(6, Number(token.tag[1]) - first + above + 1)}`;
  return parser().renderer.render(tokens, parser().options, {}).trim();
}

/** The same in a cell: a single paragraph without `p`. */
const inCell = (text: unknown): string => described(text).replace(/^<p>((?:(?!<p>)[\s\S])*)<\/p>$/, '$1');

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `<table>\n<thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead>\n<tbody>`,
    ...rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`),
    '</tbody>\n</table>',
  ].join('\n');

const limits = ['const', 'default', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const sizes = ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'];

function meaning(schema: Node, { description = schema.description, deprecated = schema.deprecated }: Node = {}): string {
  const values = listOf(schema.enum ?? nodeOf(schema.items).enum);
  return sentences([
    ...(deprecated === true ? ['<strong>Deprecated.</strong>'] : []),
    inCell(description),
    ...(values.length > 0 ? [`One of ${values.map(code).join(', ')}.`] : []),
    ...[...limits, ...sizes].flatMap((name) => (schema[name] === undefined ? [] : [`${name}: ${code(schema[name])}.`])),
    ...(schema.readOnly === true ? ['Read only.'] : []),
    ...(schema.writeOnly === true ? ['Write only.'] : []),
  ]);
}

const nameCell = (name: string): string => code(name).replaceAll('.', '.<wbr>');
const typeCell = (type: string, isRequired: boolean): string => escaped(type) + (isRequired ? ', required' : '');

/** A schema as a table of its properties, or as one for each alternative. */
function schemaHtml(api: OpenApi, schema: unknown, name: string): string[] {
  const whole = joined(api, schema);
  const about = meaning(whole);
  const isBlock = about.includes('<p>');
  const propertiesOf = (value: unknown, title = ''): string[] => {
    const cells = schemaRows(api, value).map((row) => [
      nameCell(row.name),
      typeCell(row.type, row.isRequired),
      meaning(row.schema),
    ]);
    return cells.length === 0 ? [] : [title, table(['Property', 'Type', 'Description'], cells)];
  };
  return [
    `<p>${name}: ${escaped(typeOf(api, schema))}${about && !isBlock ? `. ${about}` : ''}</p>`,
    ...(isBlock ? [about] : []),
    ...propertiesOf(schema),
    ...alternativesOf(api, whole).flatMap((each, _, all) =>
      all.length > 1 ? propertiesOf(each, `<p>${escaped(typeOf(api, each))}:</p>`) : [],
    ),
  ];
}

/** Characters of the examples of one body. */
const roomForExamples = 6_000;

function examplesHtml(api: OpenApi, { example, examples, schema }: Node): string[] {
  const own = joined(api, schema);
  const named = Object.entries(nodeOf(examples)).map(([name, each]): [string, unknown] => {
    const { summary, value } = api.resolved(each);
    return [stringOf(summary) || name, value];
  });
  const all = [...named, ...[example, own.example, listOf(own.examples)[0]].map((value): [string, unknown] => ['', value])];
  let left = roomForExamples;
  let omitted = 0;
  const shown = all.flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
    if (text.length > left) omitted++;
    if (text.length > left) return [];
    left -= text.length;
    const language = typeof value === 'string' ? '' : ' class="language-json"';
    return [`<p>Example${name && `: ${escaped(name)}`}</p>\n<pre><code${language}>${escaped(text)}\n</code></pre>`];
  });
  return [...shown, ...(omitted > 0 ? [`<p>Longer examples that only the OpenAPI document has: ${omitted}.</p>`] : [])];
}

const bodyHtml = (api: OpenApi, content: unknown): string[] =>
  Object.entries(nodeOf(content)).flatMap(([type, media]) => {
    const { schema } = nodeOf(media);
    return [
      ...(schema === undefined ? [`<p>${code(type)}</p>`] : schemaHtml(api, schema, code(type))),
      ...examplesHtml(api, nodeOf(media)),
    ];
  });

const parametersHtml = (
  api: OpenApi,
  parameters: readonly Node[],
  heads: readonly [string, string] = ['Parameter', 'In'],
): string[] =>
  parameters.length === 0
    ? []
    : [
        table(
          [...heads.filter(Boolean), 'Type', 'Description'],
          parameters.map((each) => {
            const schema = each.schema ?? nodeOf(Object.values(nodeOf(each.content))[0]).schema ?? {};
            const type = typeCell(typeOf(api, schema), each.required === true);
            const about = meaning(joined(api, schema), { description: each.description ?? '', deprecated: each.deprecated });
            const sample = each.example === undefined ? '' : ` Example: ${code(each.example)}.`;
            return [code(each.name), ...(heads[1] ? [escaped(stringOf(each.in))] : []), type, about + sample];
          }),
        ),
      ];

/** The authorisation of a request: one of the items, each of which may name several schemes. */
function securityHtml(api: OpenApi, security: unknown): string[] {
  const schemes = nodeOf(nodeOf(api.root.components).securitySchemes);
  const all = listOf(security).map((requirement) =>
    Object.entries(nodeOf(requirement)).map(([name, scopes]) => {
      const { type, scheme, in: place, name: field } = api.resolved(schemes[name]);
      const how = [type, scheme, place && `${place} ${field}`].filter(Boolean).join(', ');
      const needed = listOf(scopes).length > 0 ? `; scopes ${listOf(scopes).map(code).join(', ')}` : '';
      return `${code(name)}${how && ` (${escaped(how)})`}${needed}`;
    }),
  );
  if (all.length === 0) return [];
  return ['<h2>Authorization</h2>', `<ul>\n${all.map((each) => `<li>${each.join(' and ') || 'None'}</li>`).join('\n')}\n</ul>`];
}

/** The parameters of an operation, which override those of its path (OpenAPI 3.1 §4.8.10). */
function parametersOf(api: OpenApi, { node, item }: Operation): Node[] {
  const all = [item, node].flatMap(({ parameters }) => listOf(parameters).map((each) => api.resolved(each)));
  return [...new Map(all.map((each) => [`${each.in} ${each.name}`, each])).values()];
}

export function operationHtml(api: OpenApi, operation: Operation, title: string): string {
  const { method, path, isWebhook, node, item } = operation;
  const [server] = [node, item, api.root].flatMap(({ servers }) => listOf(servers));
  const body = api.resolved(node.requestBody);
  const parameters = parametersOf(api, operation);
  const responses = Object.entries(nodeOf(node.responses)).flatMap(([status, each]) => {
    const { description, content, headers } = api.resolved(each);
    const sent = Object.entries(nodeOf(headers)).map(([name, header]): Node => ({ ...api.resolved(header), name }));
    return [
      `<h3>${escaped(status)}</h3>`,
      described(description, 3),
      ...parametersHtml(api, sent, ['Header', '']),
      ...bodyHtml(api, content),
    ];
  });
  const { description, url } = nodeOf(node.externalDocs);
  return [
    `<h1>${escaped(title)}</h1>`,
    isWebhook
      ? `<p>A webhook: the API sends ${code(method)} to a URL of yours, for ${code(path)}.</p>`
      : `<pre><code class="language-http">${escaped(`${method} ${stringOf(nodeOf(server).url).replace(/\/$/, '')}${path}`)}\n</code></pre>`,
    ...(node.deprecated === true ? ['<p><strong>Deprecated.</strong></p>'] : []),
    // What the title leaves out of the summary.
    ...(title.startsWith(stringOf(node.summary).replace(/\.$/, '')) ? [] : [described(node.summary)]),
    described(node.description ?? item.description),
    ...(url ? [`<p><a href="${escaped(stringOf(url))}">${escaped(stringOf(description) || stringOf(url))}</a></p>`] : []),
    ...securityHtml(api, node.security ?? (isWebhook ? [] : api.root.security)),
    ...(parameters.length > 0 ? ['<h2>Parameters</h2>', ...parametersHtml(api, parameters)] : []),
    ...(node.requestBody === undefined
      ? []
      : [
          `<h2>Request body</h2>`,
          ...(body.required === true ? ['<p>Required.</p>'] : []),
          described(body.description, 2),
          ...bodyHtml(api, body.content),
        ]),
    ...(responses.length > 0 ? ['<h2>Responses</h2>', ...responses] : []),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The content of a page that links others. */
export function overviewHtml(
  title: string,
  text: unknown,
  pages: readonly { readonly url: string; readonly title: string; readonly description: string }[],
  { version, servers }: Node,
): string {
  const item = ({ url, title, description }: (typeof pages)[number]): string =>
    `<li><a href="${escaped(url)}">${escaped(title)}</a>: ${escaped(description)}</li>`;
  return [
    `<h1>${escaped(title)}</h1>`,
    described(text),
    ...(version === undefined ? [] : [`<p>Version ${escaped(String(version))}.</p>`]),
    ...listOf(servers).map((server) => `<p>${code(nodeOf(server).url)} ${inCell(nodeOf(server).description)}</p>`),
    `<ul>\n${pages.map(item).join('\n')}\n</ul>`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Plain text of CommonMark texts, on one line. */
export const plainTextOf = (texts: readonly unknown[]): string => sentences(texts.map((text) => textOf(described(text))));

/** Joins sentences, each but the last with punctuation. */
const sentences = (texts: readonly string[]): string =>
  texts
    .filter(Boolean)
    .map((text, at, all) => (at < all.length - 1 && /[\p{L}\p{N})]$/u.test(text) ? `${text}.` : text))
    .join(' ');
