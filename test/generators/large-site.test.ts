import { validate as validateByReadme } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { indexMismatch, oversize } from '../../build/checks/indexes.ts';
import type { Artifact } from '../../build/files.ts';
import { generators } from '../../build/generators/index.ts';
import { sitemapLimit, sitemapXml } from '../../build/generators/sitemap-xml.ts';
import type { Site } from '../../build/page/site.ts';
import { createPage } from '../support/create-page.ts';
import { inspectionOf, siteOf } from './seed.ts';

const url = 'https://large.example';
const siteOfPaths = (paths: readonly string[]): Site =>
  siteOf(
    paths.map((path) => createPage(url, path)),
    { url },
  );
/** The documents that are divided or shortened for a large site. */
const divided = ['getSitemapXml', 'getSitemapPart', 'getRobotsTxt', 'getOpenApi'] as const;
const generate = (site: Site): Artifact[] => divided.flatMap((id) => generators[id](site));
const textsOf = (artifacts: readonly Artifact[]): Map<string, string> =>
  new Map(artifacts.map(({ path, body }) => [path, String(body)]));
const locationsOf = (xml = ''): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location!);

describe('a site of 50,001 pages', () => {
  const paths = Array.from({ length: 50_001 }, (_, at) => `/s${at % 60}/p${at}`);
  let site: Site;
  let artifacts: readonly Artifact[];
  let documents: Map<string, string>;
  beforeAll(() => {
    site = siteOfPaths(paths);
    artifacts = generate(site);
    documents = textsOf(artifacts);
  });

  it('sitemap.xml is an index of files of at most 50,000 URLs, with every page once', () => {
    expect(documents.get('sitemap.xml')).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns=/);
    expect(locationsOf(documents.get('sitemap.xml'))).toEqual([`${url}/sitemap-1.xml`, `${url}/sitemap-2.xml`]);
    const parts = ['sitemap-1.xml', 'sitemap-2.xml'].map((file) => locationsOf(documents.get(file)));
    expect(parts.map(({ length }) => length)).toEqual([50_000, 1]);
    expect(new Set(parts.flat())).toEqual(new Set(paths.map((path) => url + path)));
    expect(documents.has('sitemap-3.xml')).toBe(false);
    expect(documents.get('robots.txt')).toContain(`Sitemap: ${url}/sitemap.xml\n`);
  });

  it('openapi.json is valid, below 5 MB, and describes pages, section files and parts by templates', async () => {
    const text = documents.get('.well-known/openapi.json')!;
    expect(text.length).toBeLessThan(5_000_000);
    const openapi = JSON.parse(text);
    const templates = Object.keys(openapi.paths).filter((path) => path.includes('{'));
    expect(templates).toEqual([
      '/{section}/llms.txt',
      '/{section}/llms-full.txt',
      '/{section}/sitemap.md',
      '/sitemap-{part}.xml',
      '/{page_path}',
      '/{page_path}.md',
    ]);
    expect(openapi.paths['/{page_path}'].get.parameters[0]).toMatchObject({ name: 'page_path', in: 'path', required: true });
    expect(await new Validator().validate(structuredClone(openapi))).toEqual({ valid: true });
    expect(await validateByReadme(structuredClone(openapi))).toMatchObject({ valid: true });
  });

  it('the checks find no defect in the sitemaps', () => {
    const inspection = inspectionOf(site, artifacts);
    const found = [...oversize(inspection), ...indexMismatch(inspection)].map(({ message }) => message);
    expect(found.filter((message) => message.includes('sitemap') && message.includes('.xml'))).toEqual([]);
  });
});

it('few URLs of more than 50 MB in all are divided', () => {
  expect(sitemapLimit).toEqual({ urls: 50_000, bytes: 52_428_800 });
  // With a thousandth of the bytes, and of the length of a URL.
  const limit = vi.spyOn(sitemapLimit, 'bytes', 'get').mockReturnValue(52_428);
  onTestFinished(() => limit.mockRestore());
  const { first: index, further: parts } = sitemapXml(
    siteOfPaths(Array.from({ length: 30 }, (_, at) => `/${'x'.repeat(2_000)}${at}`)),
  );
  expect([index, ...parts].map((each) => each!.path)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
  for (const { body } of parts) expect(body.length).toBeLessThanOrEqual(52_428);
});

it('a site of 500 pages has one sitemap.xml, and no operation for each page', () => {
  const paths = Array.from({ length: 500 }, (_, at) => `/p${at}`);
  const documents = textsOf(generate(siteOfPaths(paths)));
  expect(Object.keys(JSON.parse(documents.get('.well-known/openapi.json')!).paths).filter((path) => /^\/p\d/.test(path))).toEqual(
    [],
  );
  expect([...documents.keys()].filter((file) => /^sitemap.*\.xml$/.test(file))).toEqual(['sitemap.xml']);
});
