import { Worker } from 'node:worker_threads';
import { ThreadState } from './thread-state.js';

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

const ENDED = 'the thread that runs models has ended';

type Answer = { readonly id: number } & ({ readonly outputs: Outputs } | { readonly error: string });

/**
 * Runs ONNX models in a thread of its own, one run after the other, so that the event loop goes on. The thread starts with the
 * first run, and again with the next one after it broke or was closed; it keeps no process alive that waits for nothing.
 */
export class ModelThread {
  private running: RunningThread | null = null;

  /** Reads a model, so that the first run need not. @param file its path @throws Error where it cannot be read */
  async load(file: string): Promise<void> {
    await this.ask(file, null);
  }

  /** @param file path of the model; its inputs' values are handed over: they are empty afterwards @throws Error where it cannot be read, or does not take these inputs */
  async run(file: string, inputs: Inputs): Promise<Outputs> {
    return await this.ask(file, inputs);
  }

  /** Ends the thread once its present run is over; what it has not answered fails at once. */
  async close(): Promise<void> {
    await this.running?.close();
  }

  private ask(file: string, inputs: Inputs | null): Promise<Outputs> {
    if (this.running?.ends !== false) this.running = new RunningThread();
    return this.running.ask(file, inputs);
  }
}

/** A thread from its start to its end. */
class RunningThread {
  /** Whether it takes nothing more. */
  ends = false;
  private last = 0;
  private readonly state = new ThreadState();
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();

  constructor() {
    const { busy, ending } = this.state;
    const worker = new Worker(new URL('./model-worker.mjs', import.meta.url), { workerData: { busy, ending } });
    this.worker = worker;
    let broke: Error | null = null;
    worker.unref();
    process.on('exit', this.state.endNow);
    worker.on('message', (answer: Answer) => {
      this.settle(answer);
    });
    worker.on('error', (error) => {
      broke = error instanceof Error ? error : new Error(String(error));
    });
    this.ended = new Promise((resolve) => {
      worker.on('exit', () => {
        process.off('exit', this.state.endNow);
        this.refuse(broke ?? new Error(ENDED));
        resolve();
      });
    });
  }

  ask(file: string, inputs: Inputs | null): Promise<Outputs> {
    const { worker } = this;
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) worker.ref();
      this.waiting.set(id, { resolve, reject });
      const buffers = inputs === null ? [] : Object.values(inputs).map(({ data }) => data.buffer as ArrayBuffer);
      worker.postMessage({ id, file, inputs }, buffers);
    });
  }

  /** The thread is not ended from outside, as that aborts the process where native code is at work: see `ThreadState`. */
  async close(): Promise<void> {
    this.refuse(new Error(ENDED));
    this.state.end();
    this.worker.ref();
    this.worker.postMessage('end');
    await this.ended;
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0 && !this.ends) this.worker.unref();
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.outputs);
  }

  private refuse(error: Error): void {
    this.ends = true;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(error);
  }
}
