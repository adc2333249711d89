/** Queued value with its size. */
interface Item<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Lane<T> {
  readonly items: Item<T>[];
  bytes: number;
}

/** Limits of one `take`. */
export interface Portion {
  readonly maxItems: number;
  /** Maximum bytes; one item is taken whatever its size. */
  readonly maxBytes: number;
  /** Maximum bytes of one key if other keys have items too. */
  readonly maxBytesPerKey: number;
}

/** State of one `take`. */
interface Taken<T> {
  readonly values: T[];
  bytes: number;
  readonly byKey: Map<string, number>;
}

/** Queue with round-robin between keys, and first in, first out within a key. */
export class FairQueue<T> {
  /** Keys in round-robin order. */
  private readonly lanes = new Map<string, Lane<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(key: string, value: T, bytes: number): void {
    const lane = this.lanes.get(key) ?? { items: [], bytes: 0 };
    this.lanes.set(key, lane);
    lane.items.push({ value, bytes });
    lane.bytes += bytes;
    this.count += 1;
  }

  /**
   * Takes items round-robin, one of each key at a time, up to the limits; a key whose next item does not fit is
   * skipped.
   */
  take(portion: Portion): T[] {
    const share = this.lanes.size > 1 ? portion.maxBytesPerKey : portion.maxBytes;
    const taken: Taken<T> = { values: [], bytes: 0, byKey: new Map() };
    let turn = [...this.lanes.keys()];
    while (turn.length > 0)
      turn = turn.filter((key) => this.takeOne(key, portion, share, taken) && this.lanes.has(key));
    this.moveBack(taken.byKey.keys());
    return taken.values;
  }

  /** Takes the next item of a key; false if it does not fit. */
  private takeOne(key: string, { maxItems, maxBytes }: Portion, share: number, taken: Taken<T>): boolean {
    const bytes = this.lanes.get(key)?.items[0]?.bytes ?? 0;
    const own = (taken.byKey.get(key) ?? 0) + bytes;
    const fits = taken.values.length < maxItems && taken.bytes + bytes <= maxBytes && (own <= share || own === bytes);
    if (!fits && taken.values.length > 0) return false;
    const value = this.remove(key, 'shift');
    if (value === undefined) return false;
    taken.values.push(value);
    taken.bytes += bytes;
    taken.byKey.set(key, own);
    return true;
  }

  /** Takes the last item of the largest key, if that key is larger than `key` with one more item of `bytes`. */
  takeLastOfLongest(key: string, bytes: number, by: 'items' | 'bytes'): T | undefined {
    const weightOf = (lane: Lane<T> | undefined): number => (by === 'bytes' ? lane?.bytes : lane?.items.length) ?? 0;
    let longest: string | undefined;
    for (const [other, lane] of this.lanes)
      if (weightOf(lane) > weightOf(longest === undefined ? undefined : this.lanes.get(longest))) longest = other;
    if (longest === undefined) return undefined;
    const own = weightOf(this.lanes.get(key)) + (by === 'bytes' ? bytes : 1);
    return weightOf(this.lanes.get(longest)) > own ? this.remove(longest, 'pop') : undefined;
  }

  /** Takes all items. */
  drain(): T[] {
    const all = [...this.lanes.values()].flatMap(({ items }) => items.map(({ value }) => value));
    this.lanes.clear();
    this.count = 0;
    return all;
  }

  private remove(key: string, from: 'shift' | 'pop'): T | undefined {
    const lane = this.lanes.get(key);
    const item = lane?.items[from]();
    if (!lane || !item) return undefined;
    lane.bytes -= item.bytes;
    this.count -= 1;
    if (lane.items.length === 0) this.lanes.delete(key);
    return item.value;
  }

  /** Moves served keys to the end of the round-robin order. */
  private moveBack(keys: Iterable<string>): void {
    for (const key of [...keys]) {
      const lane = this.lanes.get(key);
      if (!lane) continue;
      this.lanes.delete(key);
      this.lanes.set(key, lane);
    }
  }
}
