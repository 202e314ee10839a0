import { documentExtensions } from '../../contract/media-types.ts';
import { healthText } from '../../contract/problem.ts';
import { knownMethods, readMethods, targetLimit } from '../../contract/requests.ts';
import { UserError } from '../../contract/std/errors.ts';
import { frequentAccepts, member, parameter, weightValue } from '../accept-patterns.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal, pageEnding, unpublishedPaths } from '../path-patterns.ts';
import { checkPlace, compressedExtensions, mediaTypes, namelessDocuments, openingOf } from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { caddyPlaces } from './fields.ts';
import { jsonPart, plainPart, quoted, row } from './quote.ts';
import { caddyTables } from './tables.ts';

/** Caddy: `map` reads, matchers decide, `error` and `handle_errors` refuse. */
export const caddy: Host = {
  title: 'Caddy',
  version: '2.6',
  cannot: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    malformed: 'it answers itself, in plain text',
    preconditions: 'its 412 has no content',
    unsatisfiable: 'its 416 is plain text',
    counting: 'requests are not counted',
  },
  serverFile,
};

function serverFile(site: HostedSite, place: ServerPlace): string {
  checkPlace(site, place);
  if (/[*?[\\`]/.test(place.root))
    throw new UserError(
      `${place.root}: Caddy takes "*", "?", "[", a backslash or a backtick in the path of a folder for a pattern; rename the folder`,
    );
  const { base } = site;
  /** Of its snippets, so that several sites can be in one Caddyfile. */
  const name = new URL(site.url).host.replace(/[^\w.-]/g, '-');
  const ending = pageEnding(site);
  const nameless = namelessDocuments.map(({ path }) => `^${literal(path)}`);
  const opening = openingOf(caddy, site, [
    'Start it as it is with `caddy run --adapter caddyfile --config FILE`, or paste the marked part into a Caddyfile that you have, and',
    'put the name of the site in the place of its port: Caddy gets the certificate.',
  ]);
  return fillTemplate(readTemplate('caddy/Caddyfile'), {
    OPENING: opening.map((line) => `# ${line}`),
    SITE: name,
    PORT: `${place.port}`,
    ROOT: quoted(plainPart(place.root)),
    BASE: base,
    BASE_PATTERN: literal(base),
    ENDING: ending,
    ENDING_PATTERN: literal(ending),
    PAGE_END: ending === '' ? '.html' : '',
    PARAMETER: parameter,
    WEIGHT: weightValue,
    MEMBER: member,
    FREQUENT_ACCEPTS: frequentAccepts.map(([header, choice]) =>
      row(header, choice === 'html' && header.includes('text/html') ? 'browser' : choice),
    ),
    READ_METHODS: readMethods.join(', '),
    KNOWN_METHODS: [...knownMethods].join(' '),
    TARGET_LIMIT: `${targetLimit}`,
    UNPUBLISHED: unpublishedPaths,
    DOCUMENTS: quoted(`(?:\\.(?:${documentExtensions.join('|')})|${nameless.join('|')})$`),
    CODED: quoted(`(?:\\.(?:${compressedExtensions.join('|')})|${nameless.join('|')})$`),
    TYPES: [
      ...namelessDocuments.map(({ path, mediaType }) => row(path, mediaType)),
      ...mediaTypes.map(([mediaType, extensions]) => row(`~(?i)\\.(?:${extensions.join('|')})$`, mediaType)),
    ],
    HEALTH: quoted(jsonPart(healthText('ok', site.name))),
    ...caddyPlaces(site),
    ...caddyTables(site, name),
  });
}
