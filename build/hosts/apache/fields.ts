import { bareTypeOf, link } from '../../contract/links.ts';
import { problemType } from '../../contract/problem.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type AnswerKind, commonOf, endingsOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal, patternsOf } from '../patterns.ts';
import { indexesOf } from '../server.ts';
import { apacheVariable, argument, expressionString, fieldValue, replacement } from './quote.ts';

/** Failures, whose fields replace those of other answers. */
const failures: readonly AnswerKind[] = ['absent', 'refused', 'stub', 'missing'];

/** The directives for the placeholders of the template. A later one replaces an earlier of the same name. */
export function apacheFields(site: HostedSite): Record<string, readonly string[]> {
  const set = (name: string, value: string, when = '', verb = 'set'): string =>
    `Header always ${value === '' ? 'unset' : verb} ${name}${value && ` ${argument(fieldValue(value))}`}${when && ` ${when}`}`;
  const status = (test: string): string => argument(`expr=%{REQUEST_STATUS} ${test} && -z reqenv('IS_missing')`);
  const failed = status(">= '400'");
  const { problem, ...answers } = serverAnswers(site, {
    path: apacheVariable('D_PATH'),
    page: apacheVariable('D_PAGE'),
    twin: apacheVariable('D_TWIN_URL'),
    up: apacheVariable('D_UP'),
    allow: apacheVariable('D_ALLOW'),
  });
  const [failing, found] = [true, false].map((fails) =>
    (Object.entries(answers) as [AnswerKind, FieldSet][])
      .filter(([kind]) => failures.includes(kind) === fails)
      .flatMap(([kind, fields]) => Object.entries(fields).map(([name, value]) => ({ kind, name, value }))),
  ) as [Row[], Row[]];
  // Apache itself detects some failures.
  const when = (kind: AnswerKind): string => (kind === 'absent' ? status("== '404'") : `env=IS_${kind}`);
  const directives = (rows: readonly Row[]): string[] => rows.map(({ kind, name, value }) => set(name, value, when(kind)));
  return {
    ROLE_FIELDS: [set('Content-Type', surfaces.getHealth.mediaType, 'env=IS_health'), ...directives(found)],
    LINK_EDITS: [...indexEdits(site), ...canonicalEdits(site)],
    PROBLEM_FIELDS: [
      set('Content-Type', problemType, failed),
      ...[
        ...new Set([
          ...Object.keys(problem),
          ...found.filter(({ kind, value }) => kind !== 'preflight' && value !== '').map(({ name }) => name),
        ]),
      ].map((name) => set(name, problem[name] ?? '', failed)),
    ],
    FAILURE_FIELDS: directives(failing.filter(({ kind, name, value }) => kind === 'missing' || value !== problem[name])),
    COMMON_FIELDS: Object.entries(commonOf(site)).map(([name, value]) => set(name, value)),
    DEPRECATIONS: endingsOf(site).flatMap(({ paths, fields }) => {
      const here = argument(`expr='%{reqenv:D_PATH}' in {${paths.map(expressionString).join(',')}}`);
      return Object.entries(fields).map(([name, value]) => set(name, value, here, name === 'Link' ? 'add' : 'set'));
    }),
  };
}

interface Row {
  readonly kind: AnswerKind;
  readonly name: string;
  readonly value: string;
}

/** Edits of `Link` for pages in folders with their own llms.txt, the most specific first. */
function indexEdits(site: HostedSite): string[] {
  const { path, mediaType } = surfaces.getLlmsTxt;
  const to = (target: string): string => link(site.base + target, 'describedby', bareTypeOf(mediaType));
  return indexesOf(site)
    .filter(([folder]) => folder !== '/')
    .map(([folder, index]) => {
      const pattern = `^(<${literal(site.url + folder)}.*)${literal(to(path))}`;
      return `Header always edit Link ${argument(pattern)} ${argument(`$1${replacement(to(index))}`)}`;
    });
}

/** Edits of `Link` for pages with another canonical URL; pages whose URLs have the same endings share one. */
function canonicalEdits(site: HostedSite): string[] {
  const rows = Object.entries(site.canonicals).map(([path, url]) => {
    let rest = path;
    while (!url.endsWith(rest)) rest = rest.slice(1);
    return { rest, from: site.url + path.slice(0, path.length - rest.length), to: url.slice(0, url.length - rest.length) };
  });
  return [...groupBy(rows, ({ from, to }) => `${from} ${to}`).values()].flatMap((all) => {
    const { from, to } = all[0]!;
    const [start, end] = [link(from, 'canonical'), link(`${replacement(to)}$1`, 'canonical')];
    return patternsOf(all.map(({ rest }) => rest)).map(
      (rests) => `Header always edit Link ${argument(`^${literal(start).replace('>', `(${rests})>`)}`)} ${argument(end)}`,
    );
  });
}
