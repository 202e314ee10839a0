import { decodeLoosely } from '../../contract/permalinks.ts';
import { healthText } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { parameter, sound } from '../accept-patterns.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { fileAlias, literal, pageEnding, sentPath, unpublishedPaths } from '../path-patterns.ts';
import {
  checkPlace,
  compressedExtensions,
  mediaTypes,
  openingOf,
  problemText,
  requestPath,
  routesOf,
  serverProblems,
} from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { apachePlaces } from './fields.ts';
import { argument, expressionString, plainJson, rulePattern, targetOf, template } from './quote.ts';
import { movedRules, originOf, outsideRules, unslashedRules } from './redirects.ts';

/** Apache: mod_rewrite decides, mod_headers says what was decided. In the configuration of a server, or in `.htaccess`. */
export const apache: Host = {
  title: 'Apache',
  version: '2.4.13',
  cannot: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    preconditions: 'its 412 has no content',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  serverFile,
  siteFiles: (site) => [{ path: '.htaccess', body: htaccess(site) }],
};

// It looks by itself whether a page has a folder of its name.
const opening = (site: HostedSite, steps: readonly string[]): string[] =>
  openingOf(apache, { ...site, nested: [] }, steps).map((line) => `# ${line}`);

/** What a server and a folder say differently in the rules that they share. */
interface Context {
  /** The folder of the site. */
  readonly root: string;
  /** What a rule that leads to a file begins with, and that file. */
  readonly base: string;
  readonly file: string;
  readonly flags: string;
  /** What a path in the pattern of a rule begins with. */
  readonly from: string;
  /** A section that holds for these paths, which begin with the base of the site. */
  readonly section: (paths: readonly string[]) => readonly [open: string, close: string];
}

function htaccess(site: HostedSite): string {
  checkPlace(site, { root: '' });
  const base = targetOf(site.base);
  return fillTemplate(readTemplate('apache/htaccess'), {
    OPENING: opening(site, [
      'For hosts that read .htaccess. Needs mod_rewrite, mod_headers and AllowOverride All; and TraceEnable Off, or Allow names TRACE.',
    ]),
    UNSLASHED: unslashedRules(site),
    RULES: rules(site, {
      root: `%{DOCUMENT_ROOT}${targetOf(decodeLoosely(site.base))}`,
      base,
      // A path there is decoded again.
      file: `${base}%{ENV:D_URL}`,
      flags: 'PT',
      from: '^',
      section: (paths) => [`<If ${argument(`%{REQUEST_URI} in {${paths.map(expressionString).join(',')}}`)}>`, '</If>'],
    }),
  });
}

function serverFile(site: HostedSite, place: ServerPlace): string {
  checkPlace(site, place);
  const { hostname } = new URL(site.url);
  const folder = (path: string): string => argument(path).replaceAll('${', `\${DIPTYCH_DOLLAR}{`);
  return fillTemplate(readTemplate('apache/site.conf'), {
    OPENING: opening(site, [
      'Start it as it is with `apache2 -f FILE`, or paste the marked part into a server that you have',
      '(on Debian: /etc/apache2/sites-available/, after `a2enmod rewrite headers`).',
    ]),
    PORT: `${place.port}`,
    // It takes no IPv6 address.
    SERVER_NAME: hostname.startsWith('[') ? [] : [`ServerName ${hostname}`],
    FOLDER: folder(place.root),
    // A bracket would open a pattern.
    FOLDER_PATTERN: folder(place.root.replaceAll('[', '[[]')),
    OUTSIDE: outsideRules(site),
    RULES: rules(site, {
      root: '%{DOCUMENT_ROOT}',
      base: '',
      file: '%{ENV:D_FILE}',
      flags: `\${DIPTYCH_TO_FILE}`,
      from: `^${literal(decodeLoosely(site.base))}/`,
      // A section of conditions holds too late: what a rule of a server refuses has no folder.
      section: (paths) => [`<LocationMatch ${argument(`^(?:${paths.map(literal).join('|')})$`)}>`, '</LocationMatch>'],
    }),
  });
}

/** The part that both have. */
function rules(site: HostedSite, { root, base, file, flags, from, section }: Context): string[] {
  const text = (json: string): string =>
    argument(template(plainJson(json)).replace(`"instance":"${requestPath}"`, '"instance":"/%{reqenv:D_SENT}"'));
  const problem = (id: ProblemId, as: ProblemId | 'stub' = id): string =>
    `ErrorDocument ${problemTypes[id].status} ${text(problemText(site, as))}`;
  const routes = routesOf(site);
  const stubs = routes.filter(({ kind }) => kind === 'stub').map(({ path }) => decodeLoosely(site.base) + path);
  const [open, close] = section(stubs);
  const ending = pageEnding(site);
  const lines = fillTemplate(readTemplate('apache/rules.conf'), {
    TYPES: mediaTypes.map(([mediaType, extensions]) => `AddType ${argument(mediaType)} ${extensions.join(' ')}`),
    COMPRESSED: compressedExtensions.join('|'),
    UNPUBLISHED: unpublishedPaths,
    ...apachePlaces(site),
    PROBLEMS: [
      ...serverProblems.map((id) => problem(id)),
      ...(stubs.length === 0 ? [] : [open, `  ${problem('notImplemented', 'stub')}`, close]),
    ],
    HEALTH: text(healthText('ok', site.name)),
    BASE: site.base,
    SENT_BASE: site.base === '' ? '' : literal(`${site.base.slice(1)}/`),
    DECODED_BASE: rulePattern(literal(decodeLoosely(site.base))),
    SENT_PATH: sentPath,
    ENDPOINTS: routes.map(({ path }) => literal(path)).join('|'),
    ROUTES: [...groupBy(routes, ({ kind, methods }) => `${kind} ${methods.join('/')}`).values()].flatMap((same) => [
      `RewriteCond %{ENV:D_URI} "^(?:${same.map(({ path }) => literal(path)).join('|')})$"`,
      `RewriteRule ^ - [E=D_ROLE:${same[0]!.kind === 'live' ? 'health' : 'stub'},E=D_METHODS:${same[0]!.methods.join('/')}]`,
    ]),
    ROOT: root,
    END: literal(ending),
    PAGE_END: ending,
    FILE_ALIAS: fileAlias(site).slice(0, -1),
    PARAMETER: rulePattern(parameter),
    SOUND: rulePattern(sound),
    FOUND: file,
    TARGET_BASE: base,
    TO_FILE: flags,
    SITE: originOf(site) + targetOf(site.base),
    REDIRECTS: movedRules(site, from),
  });
  return lines.trimEnd().split('\n');
}
