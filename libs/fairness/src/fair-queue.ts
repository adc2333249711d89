/** Something that waits, and what it weighs. */
interface Item<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Lane<T> {
  readonly items: Item<T>[];
  bytes: number;
}

/** How much is taken at a time. */
export interface Portion {
  readonly maxItems: number;
  /** One item is taken whatever it weighs. */
  readonly maxBytes: number;
  /** Of one key, where others have something too. */
  readonly maxBytesPerKey: number;
}

/** A portion that is being taken. */
interface Taken<T> {
  readonly values: T[];
  bytes: number;
  readonly byKey: Map<string, number>;
}

/** A queue of many keys, taken from by turns of the keys; inside a key the first to come is the first to go. */
export class FairQueue<T> {
  /** In the order of their turns. */
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

  /** Takes a portion, one item of each key at a time; a key whose next item does not fit is passed over. */
  take(portion: Portion): T[] {
    const share = this.lanes.size > 1 ? portion.maxBytesPerKey : portion.maxBytes;
    const taken: Taken<T> = { values: [], bytes: 0, byKey: new Map() };
    let turn = [...this.lanes.keys()];
    while (turn.length > 0)
      turn = turn.filter((key) => this.takeOne(key, portion, share, taken) && this.lanes.has(key));
    this.moveBack(taken.byKey.keys());
    return taken.values;
  }

  /** False where the next item of the key does not fit. */
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

  /** Takes the last item of the key that has most, if that has more than `key` would with one more of `bytes`. */
  takeLastOfLongest(key: string, bytes: number, by: 'items' | 'bytes'): T | undefined {
    const weightOf = (lane: Lane<T> | undefined): number => (by === 'bytes' ? lane?.bytes : lane?.items.length) ?? 0;
    let longest: string | undefined;
    for (const [other, lane] of this.lanes)
      if (weightOf(lane) > weightOf(longest === undefined ? undefined : this.lanes.get(longest))) longest = other;
    if (longest === undefined) return undefined;
    const own = weightOf(this.lanes.get(key)) + (by === 'bytes' ? bytes : 1);
    return weightOf(this.lanes.get(longest)) > own ? this.remove(longest, 'pop') : undefined;
  }

  /** Takes all there is. */
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

  /** Those that had their turn come last at the next. */
  private moveBack(keys: Iterable<string>): void {
    for (const key of [...keys]) {
      const lane = this.lanes.get(key);
      if (!lane) continue;
      this.lanes.delete(key);
      this.lanes.set(key, lane);
    }
  }
}
