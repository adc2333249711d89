/** How long the end of a process waits for the run that a thread is in. */
const EXIT_WAITS_MS = 10_000;

/**
 * What a thread of models and its owner tell each other without a message. ONNX Runtime's native code throws where nobody
 * catches when its thread is ended from outside in the middle of a run, and the whole process aborts. So the thread says that it
 * is busy before it looks whether it is to end, and its owner says that it is to end before it looks whether the thread is busy:
 * one of them sees the other.
 */
export class ThreadState {
  /** 1 while native code may be at work, from the start of the thread on. */
  readonly busy = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  /** 1 as soon as no other run may begin. */
  readonly ending = new Int32Array(new SharedArrayBuffer(4));

  /** Lets no other run begin. */
  end(): void {
    Atomics.store(this.ending, 0, 1);
  }

  /** Waits, with the event loop held, until the thread is at rest for good; for a process that exits, which ends all threads. */
  readonly endNow = (): void => {
    this.end();
    Atomics.wait(this.busy, 0, 1, EXIT_WAITS_MS);
  };
}
