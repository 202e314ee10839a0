import type { Finding } from '../checks/finding.ts';
import type { Summary } from '../publish/summary.ts';

/** What a command tells the plugin, and hears from it. A build without a command (`npx @11ty/eleventy`) has none of it. */
export interface BuildHooks {
  /** Overrides the site URL of the settings (SITE_URL). */
  url?: string;
  /** Where a preview is served: scheme, host and port. */
  servedAt?: string;
  /** Folder for conversions between builds. Unset: none are kept. */
  cacheFolder?: string;
  /** Measure parity. Unset: the settings decide. */
  parity?: boolean;
  /** Folder where the site is published, if it is not the output folder. */
  published?: string;
  /** Host names that a preview answers to besides localhost and the address it listens on, separated by commas. */
  allowedHosts?: string;
  /** Day (`2026-11-24`) after which pages are held back. */
  date?: string;
  /** Day that it is, for a warning: nothing that is written depends on it. */
  today?: string;
  /** Called before a rebuild with the files that changed. */
  changed?: (files: readonly string[]) => void;
  /** Called while pages are rendered, with the number rendered so far. */
  rendered?: (done: number) => void;
  /** Called while pages are read. */
  progress?: (done: number, all: number) => void;
  /** Called with what the checks found, before the build fails on errors. */
  report?: (findings: readonly Finding[]) => void;
  /** Called with what is unusual about the output folder, in one line. */
  note?: (line: string) => void;
  /** Called when everything is written. */
  done?: (summary: Summary) => void;
}

/** A member of the configuration: the plugin that it adds may be another copy of this code. */
const member = Symbol.for('diptych.hooks');

export const giveHooks = (configuration: object, hooks: BuildHooks): void =>
  void Object.defineProperty(configuration, member, { value: hooks, configurable: true });

/** The hooks of the command that reads a configuration. They change until the build begins. */
export const hooksOf = (configuration: object): BuildHooks => (configuration as { readonly [member]?: BuildHooks })[member] ?? {};

/** Emitted when Eleventy has written its pages and before they are published: what listeners add to the folder is published, too. */
export const writtenEvent = 'diptych.written';

/** Where the commands keep what builds need not do twice. */
export const defaultCacheFolder = 'node_modules/.cache/diptych';
