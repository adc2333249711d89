/** Waiters by key; an entry exists while the key is in use. */
type Queues = Map<string, (() => void)[]>;

/** Mutex per key: work of one key runs in sequence, in order of the calls; keys do not block each other. */
export class KeyedQueue {
  private readonly queues: Queues = new Map();

  /** Runs the work when its turn comes. @throws what the work throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key);
    if (queue) await new Promise<void>((resolve) => queue.push(resolve));
    else this.queues.set(key, []);
    try {
      return await work();
    } finally {
      const next = this.queues.get(key)?.shift();
      if (next) next();
      else this.queues.delete(key);
    }
  }
}
