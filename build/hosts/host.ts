import type { HostedSite } from './hosted-site.ts';

/** A target: pure, deterministic functions from a built site to files. */
export interface Host {
  /** Its name for people. */
  readonly title: string;
  /** The oldest supported version; empty for a service. */
  readonly version: string;
  /** Files of the published folder: written there by `diptych export`. */
  readonly siteFiles?: (site: HostedSite) => readonly HostFile[];
  /** Files of the project, relative to its package.json: written by `diptych export`. */
  readonly projectFiles?: (site: HostedSite, place: ProjectPlace) => readonly HostFile[];
  /** Folder of the project that is replaced as a whole. */
  readonly replaces?: string;
  /** The configuration of a server for the folder: written by `diptych export`. */
  readonly serverFile?: (site: HostedSite, place: ServerPlace) => string;
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
  readonly body?: string;
  readonly from?: string;
  /** Written only once, and then the author's: text that it must contain for the site to be served. */
  readonly once?: string;
}

/** Mark at the beginning of every generated file; a file without it is the author's. */
export const maker = 'Made by Diptych';
