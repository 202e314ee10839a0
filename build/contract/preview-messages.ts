/**
 * What `diptych dev` (the build) and `diptych-proxy --preview` (the server) say to each other, and the URLs that only
 * a preview has. None of it is part of the public surface.
 */

/** A mistake that keeps a build from being finished. */
export interface PreviewFault {
  /** Source file, relative to the project, and line (1-based), where they are known. */
  readonly file?: string;
  readonly line?: number;
  /** What is wrong, on one line. */
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Lines around the fault, numbered. */
  readonly excerpt?: string;
}

/** Size in bytes and SHA-256 as base64url, as a manifest has them. */
export interface PreviewFile {
  readonly size: number;
  readonly hash: string;
}

/** From the build to the server: the folder has changed, or it has not, because the build failed. */
export type PreviewMessage =
  | {
      readonly kind: 'built';
      /** Files that are new or not what they were, by path in the folder. */
      readonly changed: Readonly<Record<string, PreviewFile>>;
      readonly removed: readonly string[];
      /** HTML files of drafts. */
      readonly drafts: readonly string[];
    }
  | { readonly kind: 'failed'; readonly faults: readonly PreviewFault[] };

/** From the server to the build. */
export type PreviewAnswer =
  /** It listens: scheme, host and port. */
  | { readonly kind: 'listening'; readonly url: string }
  /** What the last message told is what it serves. */
  | { readonly kind: 'heard' };

/** URLs of the preview: no file of a site is ever published below a folder with a dot. */
export const previewPaths = {
  script: '/.diptych/preview.js',
  style: '/.diptych/preview.css',
  events: '/.diptych/events',
} as const;
