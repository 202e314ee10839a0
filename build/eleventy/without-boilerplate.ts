import { isDeepStrictEqual } from 'node:util';
import { type HtmlFile, isDraft, type Page } from '../page/page.ts';
import type { PageFailure, PageReader } from '../page/reader.ts';
import { showsBoilerplate } from '../page/shows-boilerplate.ts';
import type { Boilerplate } from '../twin/boilerplate.ts';
import { samplePagesOf } from '../twin/boilerplate-sample.ts';

/** An HTML file and the page that was read from it. */
type Read = readonly [HtmlFile & { readonly hash: string }, Page | PageFailure];

/** Reads the pages of a site again without its boilerplate, if their twins show some; returns all pages. */
export type ReadWithoutBoilerplate = (reader: PageReader, pages: readonly Read[]) => Promise<readonly (Page | PageFailure)[]>;

/** In a watch pages that did not change are read again only if the boilerplate did. */
export function createReadWithoutBoilerplate(): ReadWithoutBoilerplate {
  let last: { readonly reader: PageReader; readonly sample: string; readonly boilerplate: Boilerplate | undefined } | undefined;
  let reread = new Map<string, { readonly hash: string; readonly page: Page }>();

  async function learned(reader: PageReader, files: ReadonlyMap<string, HtmlFile>): Promise<Boilerplate | undefined> {
    const names = [...files.keys()].sort();
    const sample = JSON.stringify(samplePagesOf(names).map((name) => [name, files.get(name)!.hash]));
    if (last?.reader !== reader) last = undefined;
    if (last?.sample === sample) return last.boilerplate;
    const { boilerplate } = await reader.learn(names, (name) => files.get(name)!);
    const isSame = last !== undefined && isDeepStrictEqual(boilerplate, last.boilerplate);
    if (!isSame) reread = new Map();
    last = { reader, sample, boilerplate: isSame ? last!.boilerplate : boilerplate };
    return last.boilerplate;
  }

  return async (reader, pages) => {
    const twins = pages.filter(([, page]) => !('failure' in page || page.leftOut));
    const isShown = showsBoilerplate(twins.map(([, page]) => page as Page));
    const boilerplate = isShown ? await learned(reader, new Map(twins.map(([file]) => [file.file, file]))) : undefined;
    if (!boilerplate) return pages.map(([, page]) => page);
    return Promise.all(
      pages.map(async ([file, page]) => {
        if ('failure' in page || (page.leftOut && !isDraft(page))) return page;
        const known = reread.get(file.file);
        if (known?.hash === file.hash) return known.page;
        const next = await reader.read(file, boilerplate);
        if ('failure' in next) return page;
        reread.set(file.file, { hash: file.hash, page: next });
        return next;
      }),
    );
  };
}
