/** Thrown at once where too many wait already: of one key, or of all and this key has most of them. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  constructor(readonly waiting: number) {
    super(`${String(waiting)} are waiting already`);
  }
}

export interface FairSemaphoreOptions {
  /** Units that may be held at a time. */
  readonly capacity: number;
  /** Units that one key may hold at a time. */
  readonly perKey: number;
  /** Units that only a key that holds none may take: whoever comes anew finds one. */
  readonly reserve?: number;
  /** Waiters of one key, and of all keys; no limit unless given. */
  readonly maxWaitingPerKey?: number;
  readonly maxWaiting?: number;
}

/** Gives back what was acquired; a second call does nothing. */
export type Release = () => void;

interface Waiter {
  readonly cost: number;
  readonly grant: (release: Release) => void;
  readonly refuse: (error: Error) => void;
}

/** One key: what it holds, who waits, and the virtual time it has used up. */
interface Lane {
  readonly key: string;
  held: number;
  readonly waiters: Waiter[];
  served: number;
}

/**
 * A semaphore that many keys share. What comes free goes to a key that holds nothing, if one waits, and else to the one
 * that was served least (start-time fair queueing, Goyal et al. 1996, by the costs of what was granted); inside a key the
 * first to come is the first to go. A key that asks for much waits behind its own, never in front of others.
 */
export class FairSemaphore {
  private readonly lanes = new Map<string, Lane>();
  private readonly waitingLanes = new Set<Lane>();
  private held = 0;
  private waiting = 0;
  /** Virtual time: a key that was idle starts at it, so that a rest is not saved up. */
  private now = 0;

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** Waiters of all keys. */
  get waitingCount(): number {
    return this.waiting;
  }

  /** Units that are held. */
  get heldCount(): number {
    return this.held;
  }

  /** What `acquire` gives where nobody has to wait; else null. */
  tryAcquire(key: string, cost = 1): Release | null {
    const lane = this.laneOf(key);
    const units = Math.min(cost, this.options.perKey, this.options.capacity);
    if (this.waiting === 0 && this.mayHold(lane, units) && this.isFree(lane, units)) return this.take(lane, units);
    this.forget(lane);
    return null;
  }

  /**
   * Resolves once `cost` units are held for the key. One that costs more than a key may hold takes all that it may.
   * @param signal ends the wait, with its reason
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

  /** Past a limit the key with most waiters gives up its last one: a flood is told so, not whom it would crowd out. */
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
   * Of those that may hold more: one that holds nothing before one that holds some, then the least served. Nobody
   * overtakes it where what it asks for is not free yet: else one that asks for much would never find it.
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
