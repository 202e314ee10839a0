import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { preflightFields } from '../../contract/methods.ts';
import { quotaFields } from '../../contract/quota.ts';
import { type FieldPlaces, type FieldRole, fieldsOf } from '../../contract/role-fields.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { pairsOf } from '../server.ts';
import { type Quoting, variable } from './quote.ts';

type Fields = Readonly<Record<string, string>>;

/** The fields of each answer that `$site_answer` names: those of the roles, with variables where they name a place. */
export function answersOf(site: HostedSite) {
  const { limit, window } = site.quota;
  const index = surfaces.getLlmsTxt.path;
  const canonicalOf = (page: string): string =>
    Object.keys(site.canonicals).length > 0 ? variable('canonical') : site.url + page;
  const places: FieldPlaces = {
    path: variable('path'),
    page: variable('page_url'),
    twin: variable('twin_url'),
    canonical: canonicalOf(variable('page_url')),
    index: !site.has(index) ? '' : site.indexed.length > 0 ? variable('index') : index,
    up: '',
    near: '',
    coded: true,
  };
  const of = (role: FieldRole, own: Partial<FieldPlaces> = {}): Fields => ({
    ...Object.fromEntries(fieldsOf(site, role, { ...places, ...own })),
    [quotaFields[0]]: `${limit}`,
    [quotaFields[3]]: `${limit};w=${window}`,
  });
  const ofPage = { page: variable('path'), canonical: canonicalOf(variable('path')) };
  const [page, absent, options] = [of('page', ofPage), of('absent'), of('options')];
  const { 'Content-Location': _, ...missing } = page;
  return {
    page,
    lone: of('page', { ...ofPage, twin: '' }),
    negotiated: of('negotiated', ofPage),
    twin: of('twin'),
    part: of('part', { up: variable('up') }),
    document: of('document'),
    health: of('health'),
    text: of('asset'),
    asset: of('asset', { coded: false }),
    svg: of('svg'),
    problem: of('problem'),
    absent,
    // The page for what is not there: the fields of a page, but what says where it is.
    missing: { ...missing, 'Cache-Control': absent['Cache-Control']!, Link: absent.Link ?? '' },
    refused: of('refused'),
    stub: of('stub'),
    redirect: of('redirect'),
    moved: of('moved'),
    options,
    preflight: { ...options, ...Object.fromEntries(pairsOf(preflightFields(variable('methods')))) },
  };
}

/** The fields of paths that are on their way out, by path. */
export const endingsOf = (site: HostedSite): Readonly<Record<string, Fields>> =>
  Object.fromEntries(
    site.deprecations.flatMap((row) => {
      const fields = { Link: deprecationLinks(site, row), ...Object.fromEntries(pairsOf(deprecationFields(row))) };
      return withTwin(site, row.path).map((path) => [path, fields] as const);
    }),
  );

/** `add_header` of each field of an answer. Two files may have one date: the tag tells them apart. */
export const fieldLines = (fields: Fields, { quote }: Pick<Quoting, 'quote'>): string[] =>
  Object.entries({ ...fields, 'Last-Modified': '' })
    .filter(([name, value]) => value !== '' || name === 'Last-Modified')
    .map(([name, value]) => `add_header ${name} ${quote(value)} always;`);

/** A `map` for each field whose value depends on what a variable holds, and the fields with those for values. */
export function fieldMaps(from: string, table: Readonly<Record<string, Fields>>, { quote, map }: Quoting) {
  const rows = Object.entries(table);
  const maps: string[] = [];
  const fields: Record<string, string> = {};
  for (const name of new Set(rows.flatMap(([, own]) => Object.keys(own)))) {
    const [, first] = rows[0]!;
    // A name that is longer needs a larger `variables_hash_bucket_size`.
    const to = `${from[0]}_${name.toLowerCase().replaceAll('-', '_')}`.slice(0, 31);
    const isConstant = from === 'answer' && rows.every(([, own]) => own[name] === first[name]);
    fields[name] = isConstant ? first[name]! : variable(to);
    if (!isConstant)
      maps.push(
        ...map(
          quote(variable(from)),
          to,
          rows.filter(([, own]) => own[name]).map(([key, own]) => [key, quote(own[name]!)]),
        ),
      );
  }
  return { maps, fields };
}
