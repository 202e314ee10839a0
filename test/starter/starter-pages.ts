import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';

export interface RenderedPage {
  readonly url: string;
  readonly outputPath: string;
  readonly content: string;
}

/**
 * Renders pages with the starter's configuration and layouts, without writing anything.
 *
 * @param pages templates by path below `site/`; default: the templates of the starter
 * @param runMode `build`, or `serve` for a preview
 */
export async function renderPages(
  pages?: Readonly<Record<string, string>>,
  runMode: 'build' | 'serve' = 'build',
): Promise<ReadonlyMap<string, RenderedPage>> {
  if (!pages) return render('site', runMode);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-pages-'));
  try {
    for (const part of ['_includes', '_data']) cpSync(join('site', part), join(folder, 'site', part), { recursive: true });
    writeFiles(join(folder, 'site'), pages);
    return await render(relative(process.cwd(), join(folder, 'site')), runMode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface EleventyClass {
  new (input: string, output: string, options: object): { disableLogger(): void; toJSON(): Promise<RenderedPage[]> };
}

async function render(input: string, runMode: 'build' | 'serve'): Promise<ReadonlyMap<string, RenderedPage>> {
  // Imported by name at run time, because Eleventy's types are unusable.
  const name: string = '@11ty/eleventy';
  const { Eleventy } = (await import(name)) as { Eleventy: EleventyClass };
  const eleventy = new Eleventy(input, 'dist', {
    source: 'cli',
    configPath: relative(process.cwd(), join(packageFolder, 'lib/build/starter/eleventy.config.js')),
    quietMode: true,
    runMode,
  });
  eleventy.disableLogger();
  const rendered = await eleventy.toJSON();
  return new Map(rendered.map((page) => [page.url, page]));
}
