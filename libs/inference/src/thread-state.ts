/** Maximum time that a process exit waits for the current run. */
const EXIT_WAITS_MS = 10_000;

/**
 * Shared flags of a model thread and its owner. If a thread is terminated during a run, ONNX Runtime's native code
 * throws an exception that nobody catches, and the whole process aborts. So the thread sets `busy` before it checks
 * `ending`, and the owner sets `ending` before it checks `busy`: at least one of them sees the other's flag.
 */
export class ThreadState {
  /** 1 while native code may be running, from the start of the thread on. */
  readonly busy = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  /** 1 once no further run may start. */
  readonly ending = new Int32Array(new SharedArrayBuffer(4));

  /** Prevents further runs. */
  end(): void {
    Atomics.store(this.ending, 0, 1);
  }

  /** Blocks until the thread is idle for good. For a process that exits, which terminates all threads. */
  readonly endNow = (): void => {
    this.end();
    Atomics.wait(this.busy, 0, 1, EXIT_WAITS_MS);
  };
}
