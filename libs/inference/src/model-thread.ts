import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Values that a model takes, by the name of the input. */
export type Inputs = Readonly<Record<string, InputValues>>;

/** The values of a tensor, row by row, and its shape. */
export type InputValues =
  | { readonly type: 'int32'; readonly data: Int32Array; readonly dims: readonly number[] }
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] };

/** What a model gives for an output. */
export interface OutputValues {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

type Outputs = Readonly<Record<string, OutputValues>>;

interface Waiting {
  readonly resolve: (outputs: Outputs) => void;
  readonly reject: (error: Error) => void;
}

type Answer = { readonly id: number } & ({ readonly outputs: Outputs } | { readonly error: string });

/**
 * Runs ONNX models in a thread of its own, one run after the other, so that the event loop goes on. The thread starts with the
 * first run, and again with the next one after it broke; it keeps no process alive that waits for nothing.
 */
export class ModelThread {
  private worker: Worker | null = null;
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** Reads a model, so that the first run need not. @param file its path @throws Error where it cannot be read */
  async load(file: string): Promise<void> {
    await this.ask(file, null);
  }

  /** @param file path of the model; its inputs' values are handed over: they are empty afterwards @throws Error where it cannot be read, or does not take these inputs */
  async run(file: string, inputs: Inputs): Promise<Outputs> {
    return await this.ask(file, inputs);
  }

  /** Ends the thread; what it has not answered fails. */
  async close(): Promise<void> {
    const { worker } = this;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  }

  private ask(file: string, inputs: Inputs | null): Promise<Outputs> {
    const worker = (this.worker ??= this.start());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) worker.ref();
      this.waiting.set(id, { resolve, reject });
      const buffers = inputs === null ? [] : Object.values(inputs).map(({ data }) => data.buffer as ArrayBuffer);
      worker.postMessage({ id, file, inputs }, buffers);
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./model-worker.mjs', import.meta.url));
    let broke: Error | null = null;
    worker.unref();
    worker.on('message', (answer: Answer) => {
      this.settle(worker, answer);
    });
    worker.on('error', (error) => {
      broke = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
      const error = broke ?? new Error('the thread that runs models has ended');
      const left = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of left) reject(error);
    });
    return worker;
  }

  private settle(worker: Worker, answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) worker.unref();
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.outputs);
  }
}
