import type { Finding } from '../checks/finding.ts';
import type { Summary } from '../publish/summary.ts';

/** Options and callbacks of a command for the plugin. A build without a command (`npx @11ty/eleventy`) has none. */
export interface BuildHooks {
  /** Overrides `url` of the settings (SITE_URL). */
  url?: string;
  /** URL of a preview: scheme, host and port. */
  servedAt?: string;
  /** Folder where the site is published, if other than the output folder. */
  published?: string;
  /** Host names of a preview besides localhost and its address, separated by commas. */
  allowedHosts?: string;
  /** Day (`2026-11-24`) after which pages are held back. */
  date?: string;
  /** Today, for a warning: no output depends on it. */
  today?: string;
  /** Called before a rebuild with the changed files. */
  changed?: (files: readonly string[]) => void;
  /** Called while pages are rendered, with their number so far. */
  rendered?: (done: number) => void;
  /** Called while pages are read. */
  progress?: (done: number, all: number) => void;
  /** Called with all findings, before the build fails on errors. */
  report?: (findings: readonly Finding[]) => void;
  /** Called with one line about an unusual output folder. */
  note?: (line: string) => void;
  /** Called when everything is written. */
  done?: (summary: Summary) => void;
}

/** A member of the configuration, because its plugin may be another copy of this code. */
const member = Symbol.for('diptych.hooks');

export const giveHooks = (configuration: object, hooks: BuildHooks): void =>
  void Object.defineProperty(configuration, member, { value: hooks, configurable: true });

/** The hooks of the command that reads a configuration. They may change until the build begins. */
export const hooksOf = (configuration: object): BuildHooks => (configuration as { readonly [member]?: BuildHooks })[member] ?? {};

/** Emitted after Eleventy has written its pages, before publishing: files that listeners add are published, too. */
export const writtenEvent = 'diptych.written';

export const defaultCacheFolder = 'node_modules/.cache/diptych';
