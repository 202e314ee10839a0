import { type CapabilityId, capabilities, type Unsupported } from '../contract/capabilities.ts';
import type { HostedSite } from './hosted-site.ts';

/** A target: pure, deterministic functions from a built site to files. */
export interface Host {
  /** Its name for people. */
  readonly title: string;
  /** The oldest supported version; empty for a service. */
  readonly version: string;
  /** Unsupported capabilities, with reasons. The conformance suite tests all others; the table of the hosting page shows them. */
  readonly unsupported: Unsupported;
  /** Files of the published folder: written there by `diptych export`. */
  readonly siteFiles?: (site: HostedSite) => readonly HostFile[];
  /** Files of the project, relative to its package.json: written by `diptych export`. */
  readonly projectFiles?: (site: HostedSite, place: ProjectPlace) => readonly HostFile[];
  /** Its plans with their limits, the smallest first; absent without limits. */
  readonly plans?: readonly HostPlan[];
  /** Folder of the project that is replaced as a whole. */
  readonly replaces?: string;
  /** The configuration of a server for the folder: written by `diptych export`. */
  readonly serverFile?: (site: HostedSite, place: ServerPlace) => string;
}

/** Limits of a plan: files of one version, and compressed bytes (gzip) of the function. */
export interface HostPlan {
  readonly plan: string;
  readonly files?: number;
  readonly code?: number;
}

export interface ServerPlace {
  /** Absolute path of the published folder. */
  readonly root: string;
  readonly port: number;
}

export interface ProjectPlace {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
}

/** A file for a target: its text, or the file of the published folder to copy. */
export interface HostFile {
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly from?: string;
  /** Written only once, and then the author's: text that it must contain for the site to be served. */
  readonly once?: string;
}

/** Unsupported capabilities as a list below a heading; may be empty. */
export function unsupportedBy({ title, unsupported }: Pick<Host, 'title' | 'unsupported'>): string[] {
  const lines = Object.entries(unsupported).map(([id, why]) => `- ${capabilities[id as CapabilityId]}: ${why}`);
  return lines.length > 0 ? [`What ${title} cannot keep:`, ...lines] : [];
}

/** Mark at the beginning of every generated file; a file without it is the author's. */
export const maker = 'Made by Diptych';
