import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative, resolve } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { createChangesReport } from '../checks/report.ts';
import { UserError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import type { BuildHooks } from '../eleventy/build-hooks.ts';
import { createEleventy, deferRejections, type Eleventy, searchAgainAfterRaces } from '../eleventy/eleventy.ts';
import { isCauseOf, readTemplateErrors } from '../eleventy/errors/template-errors.ts';
import { removeTree } from '../files.ts';
import type { Summary } from '../publish/summary.ts';
import { outputPlaceOf } from '../publish/swap.ts';
import type { Reporter } from './reporter.ts';

export interface DevOptions {
  readonly hooks: BuildHooks;
  /** Path of Eleventy's configuration, relative to the current folder. */
  readonly configFile: string;
  readonly port: number;
  readonly host: string;
  /** Makes a server listen, on the next port if one is taken. */
  readonly listen: (server: Server, port: number | string, host: string) => void;
  readonly reporter: Reporter;
}

const folder = '.diptych/preview';
/** How long the watcher still adds files after its `ready` event, in milliseconds. */
const settleTime = 1_000;

/** A preview of the site of the current folder in Eleventy's dev server, reported on the terminal. */
export function createDev({ hooks, configFile, port, host, listen, reporter }: DevOptions) {
  const report = createDevReport(reporter);
  let eleventy: Eleventy | undefined;
  let changed: readonly string[] = [];
  /** When the last build began, in milliseconds since 1970. */
  let began = 0;
  let findings: readonly Finding[] = [];
  let summary: Summary | undefined;
  let failure: unknown;
  const failed = (error: unknown): void => {
    failure = error;
    report.failed(error);
  };
  const reporting: BuildHooks = {
    ...hooks,
    changed: (files) => {
      changed = files;
      began = Date.now();
    },
    report: (found) => (findings = found),
    done: (made) => (summary = made),
  };

  /**
   * Serves, builds, and watches. Resolves after the first build, even if it failed.
   *
   * @throws {UserError} if the configuration is broken, or no port is free
   */
  async function start(): Promise<void> {
    await removeTree(folder);
    ({ eleventy } = await createEleventy({
      hooks: reporting,
      // Not `serve`, in which plugins postpone work until a browser requests it.
      runMode: 'watch',
      configFile,
      foldersFor(published) {
        const { next, previous } = outputPlaceOf(published);
        return { output: folder, ignore: ['.diptych', published, next, previous] };
      },
    }));
    await eleventy.init();
    if (eleventy.fileSystemSearch) searchAgainAfterRaces(eleventy.fileSystemSearch);
    const url = await serve(eleventy, port, (server, at) => listen(server, at, host));
    if (reporting.url === undefined) reporting.servedAt = url;
    report.serving(url, eleventy.eleventyConfig.getPathPrefix(), port);
    reportErrors(eleventy, failed, build);
    began = Date.now();
    // Eleventy 4 restarts the watcher when the configuration changes.
    const { startWatch } = eleventy;
    eleventy.startWatch &&= async () => {
      await startWatch!.call(eleventy);
      catchUp(eleventy!.watcher);
    };
    const rebuild = await eleventy.watch();
    if (rebuild) {
      eleventy.watcher.on('unlink', rebuild);
      catchUp(eleventy.watcher);
    }
    report.watching();
  }

  /** Rebuilds for files saved between the start of the build and of the watcher. */
  function catchUp(watcher: Eleventy['watcher']): void {
    const since = began;
    const reported = new Set<string>();
    watcher.on('all', (_, path) => reported.add(resolve(path)));
    const rebuildSaved = async (): Promise<void> => {
      for (const path of savedSince(since, await watcher.getWatched()))
        if (!reported.has(path)) watcher.emit('add', relative('.', path));
    };
    let settling: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(settling);
      settling = setTimeout(rebuildSaved, settleTime).unref();
    };
    // `ready` may come more than once, and before this.
    watcher.on('ready', settle);
    settle();
  }

  async function build(write: () => Promise<unknown>): Promise<unknown> {
    const began = performance.now();
    summary = undefined;
    const result = await deferRejections(write);
    if (!summary) throw new UserError('the configuration does not add the plugin: eleventyConfig.addPlugin(diptych)');
    failure = undefined;
    report.built(changed, summary, performance.now() - began);
    report.checked(findings);
    return result;
  }

  return {
    start,
    /** Reports an uncaught error. The preview continues. */
    failed(error: unknown): void {
      // Nunjucks may reject again for the error that already failed the build.
      if (!isCauseOf(error, failure)) failed(error);
    },
    async stop(): Promise<void> {
      await eleventy?.stopWatch();
      await removeTree(folder);
    },
  };
}

/** The watched files written, or moved there, after a time in milliseconds since 1970. */
function savedSince(time: number, watched: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(watched)
    .flatMap(([folder, names]) => names.map((name) => resolve(folder, name)))
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() && found.ctimeMs > time;
    });
}

/** Starts Eleventy's server at the requested port, and returns its URL. */
async function serve(
  { eleventyServe }: Eleventy,
  port: number,
  listen: (server: Server, port: number | string) => void,
): Promise<string> {
  eleventyServe.logger.overrideLogger(false);
  const getModule = eleventyServe.getServerModule.bind(eleventyServe);
  const listening = new Promise<string>((resolve, reject) => {
    eleventyServe.getServerModule = async (name) => {
      const module = await getModule(name);
      return {
        getServer(...args) {
          const instance = module.getServer(...args);
          const { server } = instance;
          // Eleventy's server has no setting for the address. It tries the next port if one is taken.
          instance._serverListen = (at) => listen(server, at);
          server.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EADDRINUSE') reject(new UserError(`cannot serve the preview: ${error.message}`));
          });
          server.once('listening', () => resolve(urlOf(server)));
          return instance;
        },
      };
    };
  });
  // As a string, because Eleventy takes the number 0 for no port.
  const [url] = await Promise.all([listening, eleventyServe.serve(String(port))]);
  return url;
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address) ? 'localhost' : address;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Reports every error of a build or of the configuration, on the terminal and in open pages.
 *
 * @param build runs a build
 */
function reportErrors(
  eleventy: Eleventy,
  failed: (error: unknown) => void,
  build: (write: () => Promise<unknown>) => Promise<unknown>,
): void {
  const init = eleventy.init.bind(eleventy);
  const write = eleventy.write.bind(eleventy);
  const tell = async (error: unknown): Promise<void> => {
    failed(error);
    await eleventy.eleventyServe.sendError({ error });
  };
  eleventy.init = async (options) => {
    try {
      await init(options);
    } catch (error) {
      await tell(error);
      throw error;
    }
  };
  eleventy.write = async () => {
    try {
      return await build(write);
    } catch (error) {
      await tell(error);
      // Eleventy stops watching after a failed first build; after later ones it only notifies its server.
      return [[], []];
    }
  };
}

/** Findings of one check shown after a change, at most. */
const shownFindings = 20;

/** The output of a preview on the terminal. */
function createDevReport({ color, paint, summary, faults }: Reporter) {
  let address = '';
  let built = false;
  let broken = false;
  const line = (text: string): void => summary(`${text}\n`);
  const reportChanges = createChangesReport(line);

  return {
    /**
     * @param path base path of the site, with slashes
     * @param asked requested port; 0 for any
     */
    serving(url: string, path: string, asked: number): void {
      address = url + path.replace(/^\/$/, '');
      if (asked !== 0 && !url.endsWith(`:${asked}`)) line(`Port ${asked} is in use.`);
      line(`Building; the preview will be at ${paint('bold', address)}`);
    },
    /** @param took duration in milliseconds */
    built(files: readonly string[], { pages }: Summary, took: number): void {
      const what = files.map((file) => file.replace(/^\.\//, '')).join(', ') || counted(pages, 'page');
      line(`${broken ? 'Fixed. ' : ''}${what}: built in ${(took / 1000).toFixed(2)} s`);
      built = true;
      broken = false;
    },
    checked: (findings: readonly Finding[]): void => reportChanges(findings, { color, limit: shownFindings }),
    failed(error: unknown): void {
      broken = true;
      faults(readTemplateErrors(error));
      line(paint('dim', built ? 'The preview shows the last build that worked.\n' : 'The preview waits for a change.\n'));
    },
    watching: (): void => line(`${built ? 'Preview' : 'Waiting for a change'}: ${paint('bold', address)} (end it with Ctrl-C)`),
  };
}
