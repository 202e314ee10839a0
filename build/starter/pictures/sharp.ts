import { importIfThere } from '../optional-package.ts';

/** The part of sharp that makes pictures. */
export interface Sharp {
  (input: Uint8Array): Pipeline;
  readonly versions: Readonly<Record<string, string>>;
}

interface Pipeline {
  rotate(): Pipeline;
  resize(options: { width: number }): Pipeline;
  toFormat(format: string, options: object): Pipeline;
  toBuffer(): Promise<Uint8Array>;
}

/** sharp; undefined where it cannot be had: then pictures stay as they are. */
export const loadSharp = async (): Promise<Sharp | undefined> => (await importIfThere<{ default: Sharp }>('sharp'))?.default;
