import { importIfThere } from '../optional-package.ts';

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

/** sharp; undefined if unavailable: then pictures are unchanged. */
export const loadSharp = async (): Promise<Sharp | undefined> => (await importIfThere<{ default: Sharp }>('sharp'))?.default;
