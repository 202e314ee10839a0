import type { TextStore } from '../files.ts';
import type { PageReader } from '../page/reader.ts';
import type { BuildRecord } from '../publish/build-record.ts';
import type { HostFiles } from '../publish/plan-output.ts';
import type { PreviousBuild } from '../publish/previous-build.ts';
import type { Compressor } from '../publish/sidecars.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { BuildHooks } from './build-hooks.ts';
import type { EarlyLinks } from './early-links.ts';
import type { Source } from './template-check.ts';
import type { TemplateOutputs } from './template-outputs.ts';

/** What the plugin holds of the build under way, and from one build of a watch to the next. */
export interface BuildState {
  hooks: BuildHooks;
  readonly hostFiles: HostFiles;
  /** Of the build under way: their file may change between two builds of a watch. */
  settings: ResolvedSettings;
  /** Pages of the build under way. */
  rendered: number;
  runMode: 'build' | 'serve' | 'watch';
  /** The reader and the settings that it was started with. */
  reader: (PageReader & { readonly key: string }) | undefined;
  /** Where the texts of a build are. */
  texts?: TextStore | undefined;
  /** Files that an incremental build of a watch is for; the others were checked before. */
  changed?: ReadonlySet<string> | undefined;
  readonly templates: TemplateOutputs;
  /** What a full build found among the templates before it rendered them, by path. */
  checked: ReadonlyMap<string, Source>;
  /** Hash of each template that is a file, by path. */
  readonly sources: Map<string, string>;
  /** To be called when a build in place is whole. */
  finished?: (() => void) | undefined;
  previous?: PreviousBuild;
  /** Of the build that is published; absent where each build publishes. */
  record?: BuildRecord | undefined;
  compressor?: Compressor | undefined;
  /** Of the templates that are being rendered. */
  earlyLinks?: EarlyLinks;
}

/** Whether a build overwrites what was published before, as plain `npx @11ty/eleventy` does. */
export const isInPlace = ({ runMode, hooks }: BuildState): boolean => runMode === 'build' && hooks.published === undefined;
