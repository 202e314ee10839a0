/**
 * A map of bounded weight in two generations. Entries set or read move to the younger; when that is full, the elder is
 * dropped as a whole, so the least recently used go.
 */
export class Generations<K, V> {
  readonly #half: number;
  readonly #weigh: (value: V) => number;
  readonly #onRenew: () => void;
  #younger = new Map<K, V>();
  #elder = new Map<K, V>();
  #weight = 0;

  /**
   * @param most weight of all values: at least the latest half of it is kept, and no value that is heavier than this half
   * @param weigh weight of a value; unset: 1 each
   * @param onRenew called whenever the elder generation was dropped
   */
  constructor(most: number, weigh: (value: V) => number = () => 1, onRenew: () => void = () => {}) {
    this.#half = most / 2;
    this.#weigh = weigh;
    this.#onRenew = onRenew;
  }

  get size(): number {
    return this.#younger.size + this.#elder.size;
  }

  get(key: K): V | undefined {
    const known = this.#younger.get(key);
    if (known !== undefined) return known;
    const older = this.#elder.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    const replaced = this.#younger.get(key);
    const weight = this.#weigh(value);
    const added = weight - (replaced === undefined ? 0 : this.#weigh(replaced));
    if (weight > this.#half) return void this.#younger.delete(key);
    if (this.#weight + added > this.#half) {
      this.renew();
      this.#weight = weight;
    } else this.#weight += added;
    this.#younger.set(key, value);
  }

  /** Drops the elder generation; the younger takes its place. */
  renew(): void {
    this.#elder = this.#younger;
    this.#younger = new Map();
    this.#weight = 0;
    this.#onRenew();
  }
}
