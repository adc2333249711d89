import { once } from 'node:events';
import { Worker, type Transferable } from 'node:worker_threads';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

type Message<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

/**
 * A thread that answers questions, one after the other, so that the event loop goes on. It gets each as `{ id, question }`, and posts
 * `{ id, answer }` or `{ id, error }`. It starts with the first question, and again with the next one after it broke; it
 * keeps no process alive that waits for nothing.
 */
export class AskedThread<Question, Answer> {
  private worker: Worker | null = null;
  private last = 0;
  private readonly waiting = new Map<number, Waiting<Answer>>();

  /** @param file what the thread begins with: plain JavaScript, as node reads it as it is */
  constructor(private readonly file: URL) {}

  /**
   * @param handedOver buffers of the question that are not copied: they are empty afterwards
   * @throws Error that the thread answered with, or because it ended
   */
  ask(question: Question, handedOver: readonly Transferable[] = []): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) worker.ref();
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question }, handedOver);
    });
  }

  /** Ends the thread; what it has not answered fails. */
  async close(): Promise<void> {
    const { worker } = this;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    let broke: Error | null = null;
    worker.unref();
    worker.on('message', (message: Message<Answer>) => {
      this.settle(worker, message);
    });
    worker.on('error', (error) => {
      broke = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
      const error = broke ?? new Error('the thread has ended');
      const left = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of left) reject(error);
    });
    return worker;
  }

  private settle(worker: Worker, message: Message<Answer>): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) worker.unref();
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.answer);
  }
}
