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

/** sharp; undefined where it is not installed, or has no binary for this machine: then pictures stay as they are. */
export async function loadSharp(): Promise<Sharp | undefined> {
  const name: string = 'sharp';
  try {
    return ((await import(name)) as { default: Sharp }).default;
  } catch {
    return undefined;
  }
}
