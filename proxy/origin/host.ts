import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { manifestFile } from '#contract/manifest';
import { urlOfFile } from '#contract/permalinks';
import type { ProxySettingValues } from '#contract/proxy-settings';
import type { SiteOverrides } from '#contract/site-facts';
import { UserError } from '#contract/std/errors';
import type { Log } from '../observe/log.ts';
import { contentOf, createHostClient, type HostAnswer } from './ask-host.ts';
import type { FoundFiles, SiteBuild } from './build.ts';
import { replaced } from './failure.ts';
import { failureOf, fetchFile } from './fetch-file.ts';
import { createDiffers, type FileReader, type FoundFile, type StoredFile, streamedFrom } from './file.ts';
import { type Inventory, readInventory } from './manifest.ts';
import type { Origin } from './origin.ts';
import { createPass } from './pass.ts';
import { createPolled } from './polled.ts';

export interface HostOptions extends SiteOverrides, Pick<ProxySettingValues, 'maxMemory' | 'originTimeout' | 'watch'> {
  readonly origin: string;
  readonly log: Log;
  readonly observers: readonly { hostAnswered?(milliseconds: number, status: number | undefined): void }[];
}

/** How often the manifest of a host is read, in milliseconds. */
const originRefresh = 10_000;
/** Most bytes in memory, unless a setting says otherwise. */
const usualMemory = 64 * 1024 * 1024;
/** Most bytes of a manifest: 400,000 files have as many. */
const manifestLimit = 64 * 1024 * 1024;

/**
 * A static host with a built site: a slower disk. Its manifest is the table of files; each is fetched once, hashed and held, and
 * all conditions, ranges and codings are answered from that. A path that the manifest does not list is passed through.
 *
 * @throws {UserError} one line, if the URL is not one of a static host
 */
export function createHost(options: HostOptions): Origin {
  const observers = options.observers.filter(({ hostAnswered }) => hostAnswered);
  const client = createHostClient(options.origin, options.originTimeout, (milliseconds, status) => {
    for (const observer of observers) observer.hostAnswered?.(milliseconds, status);
  });
  const path = urlOfFile(manifestFile);
  const pass = createPass(
    client,
    () => origin.site.url,
    (file) => listed.has(file),
  );
  let text = '';
  let listed: Inventory['files'] = new Map();

  const reader: FileReader = {
    async read(file) {
      const { size, stamp } = file;
      // Large files are not fetched to know what they are: their bytes are verified while they are sent.
      if (size > streamedFrom) return { bytes: undefined, digest: stamp, stamp };
      const bytes = await contentOf(await ask(file), file.file, streamedFrom);
      const digest = hash('sha256', bytes, 'base64url');
      return { bytes, digest, stamp: digest };
    },
    async stream(file, start, end) {
      const isWhole = end - start + 1 === file.size;
      const answer = await ask(file, isWhole ? {} : { Range: `bytes=${start}-${end}` });
      return Readable.from(verified(file, answer, start, end), { objectMode: false });
    },
    changed({ file }) {
      origin.look();
      return replaced(`${file}: the host has other bytes than before`);
    },
    differs: createDiffers(options.log),
  };

  const origin = createPolled(
    {
      interval: options.watch ? originRefresh : undefined,
      readsAhead: false,
      memoryLimit: options.maxMemory ?? usualMemory,
      look,
      pass,
    },
    options,
    options.log,
  );
  return origin;

  async function look(current: SiteBuild | undefined): Promise<FoundFiles | undefined> {
    const manifest = await readManifest();
    const differs = [...(current?.files.values() ?? [])].some((file) => file.differs);
    if (current && manifest === text && !differs) return undefined;
    const inventory = inventoryOf(manifest);
    // A stamp is a hash: a file with other bytes than listed is asked for again.
    const found = new Map<string, FoundFile>(
      [...inventory.files].map(([file, listed]) => [file, { size: listed.size, stamp: listed.hash, listed }]),
    );
    text = manifest;
    listed = inventory.files;
    return { found, inventory, reader };
  }

  async function readManifest(): Promise<string> {
    const answer = await client.ask(path);
    const { status } = answer.response;
    if (status === 200) return new TextDecoder().decode(await contentOf(answer, path, manifestLimit));
    await answer.response.body?.cancel();
    if (status >= 500 || status === 429 || status === 408) throw failureOf(status, `${path}: the host answers ${status}`);
    throw missing(`it answers ${status}`);
  }

  function inventoryOf(manifest: string): Inventory {
    try {
      return readInventory(manifest);
    } catch (error) {
      throw missing((error as Error).message);
    }
  }

  function missing(why: string): UserError {
    return new UserError(
      `cannot serve ${client.root}: ${client.root}${path} is no manifest (${why}); deploy the whole output of diptych build or diptych twin, .well-known/ included`,
    );
  }

  async function ask({ file }: StoredFile, headers: Record<string, string> = {}): Promise<HostAnswer> {
    let answer: HostAnswer | undefined;
    await fetchFile(
      async (path) => {
        answer = await client.ask(path, { headers });
        return answer.response;
      },
      file,
      client.root,
    );
    return answer!;
  }

  /** The bytes from `start` to `end` inclusive of a large file. The stream breaks before its last piece if they are others. */
  async function* verified(file: StoredFile, answer: HostAnswer, start: number, end: number): AsyncGenerator<Uint8Array> {
    const isPart = answer.response.status === 206;
    const digest = createHash('sha256');
    let position = isPart ? start : 0;
    let last: Uint8Array | undefined;
    for await (const piece of answer.pieces()) {
      if (last) yield last;
      digest.update(piece);
      last = piece.subarray(Math.max(start - position, 0), Math.max(end + 1 - position, 0));
      position += piece.length;
      // A host without ranges sends what follows, too.
      if (position > end && start > 0) break;
    }
    const isWhole = start === 0 && end === file.size - 1;
    if (position < end + 1 || (isWhole && !file.holds(digest.digest('base64url')))) throw reader.changed(file);
    if (last) yield last;
  }
}
