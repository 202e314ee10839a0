/** The format of the index: an index of another one is refused. */
export const formatVersion = 2;

/** Quantization steps of a weight. */
export const steps = 31;

export class Numbers {
  #values = new Uint32Array(1024);
  length = 0;

  add(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  all(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}

export class Bytes {
  #values = new Uint8Array(1024);
  length = 0;

  add(bytes: ArrayLike<number>): void {
    this.#makeRoom(bytes.length);
    this.#values.set(bytes, this.length);
    this.length += bytes.length;
  }

  addByte(byte: number): void {
    this.#makeRoom(1);
    this.#values[this.length++] = byte;
  }

  /** LEB128: seven bits a byte, the lowest first. */
  addNumber(value: number): void {
    for (; value > 127; value >>>= 7) this.addByte((value & 127) | 128);
    this.addByte(value);
  }

  #makeRoom(size: number): void {
    const needed = this.length + size;
    if (needed <= this.#values.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#values.length));
    larger.set(this.#values);
    this.#values = larger;
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#values.subarray(0, this.length);
  }
}

/**
 * Reads numbers that {@link Bytes.addNumber} wrote.
 *
 * @throws {RangeError} (from `next`) at the end of the bytes
 */
export function createNumberReader(bytes: Uint8Array, from = 0): { at: number; next(): number } {
  const reader = {
    at: from,
    next(): number {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[reader.at++];
        if (byte === undefined || shift > 28) throw new RangeError('a number is cut, or too long');
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
      }
    },
  };
  return reader;
}
