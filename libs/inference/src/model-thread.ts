import { AskedThread } from './asked-thread.js';

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

interface Asked {
  readonly file: string;
  readonly inputs: Inputs | null;
}

/** Runs ONNX models in a thread of its own, one run after the other. */
export class ModelThread {
  private readonly thread = new AskedThread<Asked, Outputs>(new URL('./model-worker.mjs', import.meta.url));

  /** Reads a model, so that the first run need not. @param file its path @throws Error where it cannot be read */
  async load(file: string): Promise<void> {
    await this.thread.ask({ file, inputs: null });
  }

  /** @param file path of the model; its inputs' values are handed over: they are empty afterwards @throws Error where it cannot be read, or does not take these inputs */
  async run(file: string, inputs: Inputs): Promise<Outputs> {
    const buffers = Object.values(inputs).map(({ data }) => data.buffer as ArrayBuffer);
    return await this.thread.ask({ file, inputs }, buffers);
  }

  /** Ends the thread; what it has not answered fails. */
  async close(): Promise<void> {
    await this.thread.close();
  }
}
