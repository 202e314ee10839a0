/** A place in memory for the bytes of one file. */
export interface Place {
  readonly memory: Buffer;
  readonly offset: number;
}

/** Many small files share one piece of memory; a larger one has its own, in bytes. */
const slabSize = 1024 * 1024;
const smallLimit = 64 * 1024;

/**
 * Gives out memory for files: a Buffer of its own costs some 300 bytes and leaves gaps, which for tens of thousands
 * of small files is a fifth of all. What was given out stays until the whole snapshot goes.
 */
export class Slabs {
  #slab: Buffer | undefined;
  #used = 0;

  allocate(size: number): Place {
    if (size > smallLimit) return { memory: Buffer.allocUnsafeSlow(size), offset: 0 };
    if (!this.#slab || this.#used + size > slabSize) {
      this.#slab = Buffer.allocUnsafeSlow(slabSize);
      this.#used = 0;
    }
    const place = { memory: this.#slab, offset: this.#used };
    this.#used += size;
    return place;
  }
}
