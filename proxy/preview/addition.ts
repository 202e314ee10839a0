import { StoredFile } from '../origin/folder/stored-file.ts';
import type { Representation, StoredBody } from '../origin/origin.ts';

/** Markup for the end of an HTML file, by its path and hash. */
export type Addition = (file: string, hash: string) => string;

/** An HTML page with markup before the end of its body. What is too large to hold is left as it is. */
export function withAddition(representation: Representation, addition: Addition): Representation {
  const { content } = representation;
  if (content.kind !== 'stored' || !(content.identity instanceof StoredFile) || !content.identity.bytes) return representation;
  const { identity } = content;
  const markup = addition(identity.file, identity.hash ?? '');
  return {
    ...representation,
    content: { ...content, identity: new AddedBody(identity, markup), br: undefined, gzip: undefined },
  };
}

class AddedBody implements StoredBody {
  readonly coding = 'identity';
  readonly bytes: Buffer;
  readonly tag: string;

  constructor(file: StoredFile, markup: string) {
    const bytes = file.bytes!;
    const end = bytes.lastIndexOf('</body');
    const at = end < 0 ? bytes.length : end;
    this.bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(markup), bytes.subarray(at)]);
    // The same for the same file: the markup is made of what the tag names, but for the mark of a draft.
    this.tag = `${file.tag}-preview${markup.length}`;
  }

  get size(): number {
    return this.bytes.length;
  }

  load(): Promise<Buffer> {
    return Promise.resolve(this.bytes);
  }

  stream(): Promise<never> {
    return Promise.reject(new Error('held bytes are not streamed'));
  }
}
