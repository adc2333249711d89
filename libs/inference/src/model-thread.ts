import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { ThreadState } from './thread-state.js';

/** Inputs of a model, by input name. */
export type Inputs = Readonly<Record<string, InputValues>>;

/** An input tensor: values in row-major order, and the shape. */
export type InputValues =
  | { readonly type: 'int32'; readonly data: Int32Array; readonly dims: readonly number[] }
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] };

/** An output tensor: values in row-major order, and the shape. */
export interface OutputValues {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

type Outputs = Readonly<Record<string, OutputValues>>;

interface PendingRun {
  readonly resolve: (outputs: Outputs) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Whose runs come first: those that a caller waits for (`asked`), then those of new memories (`normal`), then those of
 * which nobody notices when they end (`deferred`).
 */
export type RunPriority = 'asked' | 'normal' | 'deferred';

const PRIORITIES: Readonly<Record<RunPriority, number>> = { asked: 2, normal: 1, deferred: 0 };

/**
 * Runs that are handed to the thread at once; all others wait here, where a more urgent one can overtake them. With one
 * only, the thread would be idle until the event loop hands it the next.
 */
const RUNS_HANDED_OVER = 2;

const ENDED = 'the thread that runs models has ended';

type Answer = { readonly id: number } & ({ readonly outputs: Outputs } | { readonly error: string });

/**
 * Runs ONNX models in a worker thread, one run at a time, so that the event loop is not blocked. The thread starts with
 * the first run, and again with the next run after it failed or was closed. An idle thread does not keep the process
 * alive.
 */
export class ModelThread {
  private running: RunningThread | null = null;

  /**
   * Loads a model in advance.
   * @param file path of the model
   * @throws Error if it cannot be read
   */
  async load(file: string): Promise<void> {
    await this.ask(file, null, 'normal');
  }

  /**
   * Runs a model. The input buffers are transferred to the thread and are empty afterwards.
   * @param file path of the model
   * @param priority which of the waiting runs this one may overtake
   * @throws Error if the model cannot be read or does not accept these inputs
   */
  async run(file: string, inputs: Inputs, priority: RunPriority = 'normal'): Promise<Outputs> {
    return await this.ask(file, inputs, priority);
  }

  /** Ends the thread after its current run; pending runs fail at once. */
  async close(): Promise<void> {
    await this.running?.close();
  }

  private ask(file: string, inputs: Inputs | null, priority: RunPriority): Promise<Outputs> {
    if (this.running?.ends !== false) this.running = new RunningThread();
    return this.running.ask(file, inputs, priority);
  }
}

/** One worker thread, from start to end. */
class RunningThread {
  /** Whether the thread accepts no more runs. */
  ends = false;
  private last = 0;
  private readonly state = new ThreadState();
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  /** Runs that were handed to the thread. */
  private readonly waiting = new Map<number, PendingRun>();
  private readonly queue = new PQueue({ concurrency: RUNS_HANDED_OVER });

  constructor() {
    const { busy, ending } = this.state;
    // ONNX Runtime reports its use to its maker unless this is set when it is loaded; a thread's own copy is not seen.
    // eslint-disable-next-line no-restricted-properties -- no setting is read
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
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

  ask(file: string, inputs: Inputs | null, priority: RunPriority): Promise<Outputs> {
    return this.queue.add(() => this.handOver(file, inputs), { priority: PRIORITIES[priority] });
  }

  private handOver(file: string, inputs: Inputs | null): Promise<Outputs> {
    if (this.ends) return Promise.reject(new Error(ENDED));
    const { worker } = this;
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) worker.ref();
      this.waiting.set(id, { resolve, reject });
      const buffers = inputs === null ? [] : Object.values(inputs).map(({ data }) => data.buffer as ArrayBuffer);
      worker.postMessage({ id, file, inputs }, buffers);
    });
  }

  /**
   * Asks the thread to end itself. Terminating it from outside aborts the process if native code is running: see
   * `ThreadState`.
   */
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
