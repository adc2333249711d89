/** Too many waiters: of this key, or of all keys while this key has the most of them. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  constructor(readonly waiting: number) {
    super(`${String(waiting)} are already queued`);
  }
}

export interface FairSemaphoreOptions {
  /** Units that can be held at a time. */
  readonly capacity: number;
  /** Units that one key can hold at a time. */
  readonly perKey: number;
  /** Units reserved for keys that hold none, so that a new key finds some free. */
  readonly reserve?: number;
  /** Maximum waiters of one key, and of all keys; by default unlimited. */
  readonly maxWaitingPerKey?: number;
  readonly maxWaiting?: number;
}

/** Releases what was acquired; a second call does nothing. */
export type Release = () => void;

interface Waiter {
  readonly cost: number;
  readonly grant: (release: Release) => void;
  readonly refuse: (error: Error) => void;
}

/** State of one key: units held, waiters, and virtual time used. */
interface Lane {
  readonly key: string;
  held: number;
  readonly waiters: Waiter[];
  served: number;
}

/**
 * Weighted semaphore with fair sharing between keys. Freed units go to a waiting key that holds none, else to the least
 * served key (start-time fair queueing, Goyal et al. 1996, by the cost of grants). Within a key the order is first in,
 * first out, so a key's flood waits behind itself.
 */
export class FairSemaphore {
  private readonly lanes = new Map<string, Lane>();
  private readonly waitingLanes = new Set<Lane>();
  private held = 0;
  private waiting = 0;
  /** Virtual time: an idle key starts at it, so that idle time is not saved up. */
  private now = 0;

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** Number of waiters of all keys. */
  get waitingCount(): number {
    return this.waiting;
  }

  /** Units held by all keys. */
  get heldCount(): number {
    return this.held;
  }

  /** Acquires without waiting; null if it would have to wait. */
  tryAcquire(key: string, cost = 1): Release | null {
    const lane = this.laneOf(key);
    const units = Math.min(cost, this.options.perKey, this.options.capacity);
    if (this.waiting === 0 && this.mayHold(lane, units) && this.isFree(lane, units)) return this.take(lane, units);
    this.forget(lane);
    return null;
  }

  /**
   * Acquires `cost` units for the key; a cost above the key's share is reduced to the share.
   * @param signal aborts the wait, with its reason
   * @throws TooManyWaiting
   */
  async acquire(key: string, cost = 1, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const free = this.tryAcquire(key, cost);
    if (free) return free;
    const lane = this.laneOf(key);
    this.makeRoom(lane);
    const granted = this.wait(lane, Math.min(cost, this.options.perKey, this.options.capacity), signal);
    this.grantNext();
    return granted;
  }

  private wait(lane: Lane, units: number, signal?: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        cost: units,
        grant: (release) => {
          signal?.removeEventListener('abort', abort);
          resolve(release);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', abort);
          reject(error);
        },
      };
      const abort = (): void => {
        this.leave(lane, waiter);
        const reason: unknown = signal?.reason;
        waiter.refuse(reason instanceof Error ? reason : new Error('given up', { cause: reason }));
        this.grantNext();
      };
      signal?.addEventListener('abort', abort, { once: true });
      lane.waiters.push(waiter);
      this.waitingLanes.add(lane);
      this.waiting += 1;
    });
  }

  private laneOf(key: string): Lane {
    const known = this.lanes.get(key);
    if (known) return known;
    const lane: Lane = { key, held: 0, waiters: [], served: this.now };
    this.lanes.set(key, lane);
    return lane;
  }

  private mayHold(lane: Lane, cost: number): boolean {
    return lane.held + cost <= this.options.perKey;
  }

  private isFree(lane: Lane, cost: number): boolean {
    const { capacity, reserve = 0 } = this.options;
    return capacity - this.held - cost >= (lane.held === 0 ? 0 : reserve);
  }

  private take(lane: Lane, cost: number): Release {
    lane.held += cost;
    this.held += cost;
    this.now = Math.max(this.now, lane.served);
    lane.served += cost;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      lane.held -= cost;
      this.held -= cost;
      this.grantNext();
      this.forget(lane);
    };
  }

  /**
   * Enforces the limits of waiters. If all keys together have too many, the key with the most loses its last waiter, so
   * a flood is refused instead of those it would crowd out.
   */
  private makeRoom(lane: Lane): void {
    const { maxWaiting = Infinity, maxWaitingPerKey = Infinity } = this.options;
    if (lane.waiters.length >= maxWaitingPerKey) throw this.refusal(lane);
    if (this.waiting < maxWaiting) return;
    let longest = lane;
    for (const other of this.waitingLanes) if (other.waiters.length > longest.waiters.length) longest = other;
    const last = longest.waiters.at(-1);
    if (last === undefined || longest.waiters.length <= lane.waiters.length + 1) throw this.refusal(lane);
    this.leave(longest, last);
    last.refuse(new TooManyWaiting(longest.waiters.length));
  }

  private refusal(lane: Lane): TooManyWaiting {
    const waiting = lane.waiters.length;
    this.forget(lane);
    return new TooManyWaiting(waiting);
  }

  private leave(lane: Lane, waiter: Waiter): void {
    const at = lane.waiters.indexOf(waiter);
    if (at < 0) return;
    lane.waiters.splice(at, 1);
    this.waiting -= 1;
    if (lane.waiters.length === 0) this.waitingLanes.delete(lane);
    this.forget(lane);
  }

  private forget(lane: Lane): void {
    if (lane.held === 0 && lane.waiters.length === 0) this.lanes.delete(lane.key);
  }

  private grantNext(): void {
    for (let lane = this.next(); lane; lane = this.next()) {
      const [waiter] = lane.waiters;
      if (!waiter || !this.isFree(lane, waiter.cost)) return;
      const release = this.take(lane, waiter.cost);
      this.leave(lane, waiter);
      waiter.grant(release);
    }
  }

  /**
   * Next key to serve among those below their share: keys that hold nothing first, then the least served. Others never
   * overtake it while its request does not fit yet, so that a large request is not starved.
   */
  private next(): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.waitingLanes) {
      const [waiter] = lane.waiters;
      if (waiter && this.mayHold(lane, waiter.cost) && (!best || comesBefore(lane, best))) best = lane;
    }
    return best;
  }
}

function comesBefore(a: Lane, b: Lane): boolean {
  const [holdsA, holdsB] = [a.held > 0, b.held > 0];
  return holdsA === holdsB ? a.served < b.served : holdsB;
}
