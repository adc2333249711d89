import { FairQueue } from '#fairness/fair-queue.js';

/** Thrown at once when the write queue is full; the caller should try again later. */
export class WriteQueueFull extends Error {
  override readonly name = 'WriteQueueFull';
  constructor(readonly waiting: number) {
    super(`${String(waiting)} writes are already queued`);
  }
}

export interface GroupCommitOptions<Row, Result> {
  /** Writes all rows in one transaction; returns one outcome per row, in the order of the rows. */
  readonly commit: (rows: readonly Row[]) => Promise<readonly Outcome<Result>[]>;
  readonly bytesOf: (row: Row) => number;
  /** Key of a row, such as its scope: batches take rows of all waiting keys in turn. */
  readonly keyOf: (row: Row) => string;
  /** Whether a row caused the error, so that the other rows of the batch must be committed without it. */
  readonly isRowFault: (error: unknown) => boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Bytes of one key in a batch while rows of other keys wait. */
  readonly maxBytesPerKey: number;
  readonly maxWaiting: number;
  /** Bytes of rows that may wait or be in flight, together. */
  readonly maxHeldBytes: number;
  readonly maxInFlight: number;
}

export type Outcome<Result> = { readonly ok: Result } | { readonly error: Error };

interface Waiter<Row, Result> {
  readonly row: Row;
  readonly bytes: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: concurrent callers share one statement and one fsync. The next batch fills while another is in flight,
 * so batches grow with the load and a lone caller never waits for others. Rows of a key that floods the queue wait
 * behind each other; when the queue is full, the key with the most rows gives way.
 */
export class GroupCommit<Row, Result> {
  private readonly waiting = new FairQueue<Waiter<Row, Result>>();
  private inFlight = 0;
  private heldBytes = 0;
  private scheduled = false;
  private idle: (() => void)[] = [];

  constructor(private readonly options: GroupCommitOptions<Row, Result>) {}

  /**
   * Queues a row; resolves once the row is durable.
   * @throws WriteQueueFull, or the error of the commit for this row
   */
  write(row: Row): Promise<Result> {
    const key = this.options.keyOf(row);
    const bytes = this.options.bytesOf(row);
    if (!this.makeRoom(key, bytes)) return Promise.reject(new WriteQueueFull(this.waiting.size));
    this.heldBytes += bytes;
    return new Promise((resolve, reject) => {
      this.waiting.push(key, { row, bytes, resolve, reject }, bytes);
      this.schedule();
    });
  }

  /**
   * Makes room for a row by rejecting the last row of the longest key; false when the queue is full and no other key
   * has more in it.
   */
  private makeRoom(key: string, bytes: number): boolean {
    const { maxWaiting, maxHeldBytes } = this.options;
    for (;;) {
      const full = this.waiting.size >= maxWaiting ? 'items' : this.heldBytes >= maxHeldBytes ? 'bytes' : null;
      if (full === null) return true;
      const last = this.waiting.takeLastOfLongest(key, bytes, full);
      if (last === undefined) return false;
      this.release([last]);
      last.reject(new WriteQueueFull(this.waiting.size));
    }
  }

  /** Resolves when no write waits and none is in flight. */
  drain(): Promise<void> {
    if (this.waiting.size === 0 && this.inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  /** Starts a batch at the end of this turn of the event loop, so that requests read in one turn share it. */
  private schedule(): void {
    if (this.scheduled || this.inFlight >= this.options.maxInFlight) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.start();
    });
  }

  private start(): void {
    const { maxRows, maxBytes, maxBytesPerKey } = this.options;
    const batch = this.waiting.take({ maxItems: maxRows, maxBytes, maxBytesPerKey });
    if (batch.length === 0) return;
    this.inFlight += 1;
    void this.settle(batch).finally(() => {
      this.inFlight -= 1;
      this.release(batch);
      if (this.waiting.size > 0) this.start();
      else if (this.inFlight === 0) for (const resolve of this.idle.splice(0)) resolve();
    });
    if (this.waiting.size > 0) this.schedule();
  }

  private release(waiters: readonly Waiter<Row, Result>[]): void {
    for (const { bytes } of waiters) this.heldBytes -= bytes;
  }

  /**
   * Commits a batch. When a row caused the error, the batch is halved until the bad row is alone. An error of the store
   * also rejects the rows that wait behind the batch: they would wait just as long for the same error.
   */
  private async settle(batch: readonly Waiter<Row, Result>[]): Promise<void> {
    try {
      const outcomes = await this.options.commit(batch.map(({ row }) => row));
      for (const [i, waiter] of batch.entries()) settleOne(waiter, outcomes[i]);
    } catch (error) {
      if (batch.length > 1 && this.options.isRowFault(error)) {
        const middle = Math.ceil(batch.length / 2);
        await this.settle(batch.slice(0, middle));
        await this.settle(batch.slice(middle));
      } else {
        const behind = this.options.isRowFault(error) ? [] : this.waiting.drain();
        this.release(behind);
        [...batch, ...behind].forEach((waiter) => {
          waiter.reject(error);
        });
      }
    }
  }
}

function settleOne<Row, Result>(waiter: Waiter<Row, Result>, outcome: Outcome<Result> | undefined): void {
  if (outcome === undefined) waiter.reject(new Error('the commit gave no outcome for this row'));
  else if ('ok' in outcome) waiter.resolve(outcome.ok);
  else waiter.reject(outcome.error);
}
