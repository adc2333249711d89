/** Who waits for the turn of a key; an entry is there while somebody has it. */
type Queues = Map<string, (() => void)[]>;

/** A mutex for each key: work under one key runs one after the other, in the order of the calls; keys do not wait for each other. */
export class KeyedQueue {
  private readonly queues: Queues = new Map();

  /** Does the work in its turn. @throws what the work throws */
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
