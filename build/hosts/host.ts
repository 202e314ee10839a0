import { type PromiseId, promises, type Unkept } from '../contract/promises.ts';
import type { HostedSite } from './hosted-site.ts';

/** A host: pure functions from a built site to files. Same site, same bytes. */
export interface Host {
  /** As people write it. */
  readonly title: string;
  /** The oldest version that the files are for; empty for a service. */
  readonly version: string;
  /** What it cannot keep, and why. The conformance suite asks for everything else; the table of the hosting page is made of it. */
  readonly cannot: Unkept;
  /** Files of the published folder, relative to it: the build adds them if the setting `hosts` names the host. */
  readonly siteFiles?: (site: HostedSite) => readonly HostFile[];
  /** Files of the project, relative to the folder of its package.json: `diptych export` writes them. */
  readonly projectFiles?: (site: HostedSite, place: ProjectPlace) => readonly HostFile[];
  /** What it takes on each of its plans, the smallest first; not if there is no such limit. */
  readonly plans?: readonly HostPlan[];
  /** Folder of the project that consists of the host's files alone: what is in it goes first. */
  readonly replaces?: string;
  /** The configuration of a server that serves the folder: `diptych export` writes it. */
  readonly serverFile?: (site: HostedSite, place: ServerPlace) => string;
}

/** Limits of a platform: files of one version, and bytes of the function by gzip. */
export interface HostPlan {
  readonly plan: string;
  readonly files?: number;
  readonly code?: number;
}

/** Where a server listens and what it serves. */
export interface ServerPlace {
  /** Absolute path of the published folder. */
  readonly root: string;
  readonly port: number;
}

/** Where a project has its published folder. */
export interface ProjectPlace {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
}

/** A file for a host: its text, or the file of the published folder that it is a copy of. */
export interface HostFile {
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly from?: string;
  /** It is its author's from then on: a file that is there is kept. What it must hold so that the site is served. */
  readonly once?: string;
}

/** What a host cannot keep, as lines of a list below a heading; none if there is nothing. */
export function lostBy({ title, cannot }: Pick<Host, 'title' | 'cannot'>): string[] {
  const lost = Object.entries(cannot).map(([id, why]) => `- ${promises[id as PromiseId]}: ${why}`);
  return lost.length > 0 ? [`What ${title} cannot keep:`, ...lost] : [];
}

/** What every file for a host says at its beginning: what does not is its author's. */
export const maker = 'Made by Diptych';
