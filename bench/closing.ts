/** Resources of a benchmark, closed in reverse order however it ends. */
export class Closing {
  private steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Ends everything; one failure does not keep the rest. */
  async close(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) {
      await step().catch((error: unknown) => {
        process.stderr.write(`bench: not ended cleanly: ${error instanceof Error ? error.message : 'unknown'}\n`);
      });
    }
  }
}

/**
 * Does the work with a Closing that is closed at the end, at Ctrl-C, and when the time is over.
 * @throws what the work throws, or an error that says what cut it short
 */
export async function withClosing<T>(limitMs: number, work: (closing: Closing) => Promise<T>): Promise<T> {
  const closing = new Closing();
  let cut: (reason: string) => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    cut = (reason) => {
      reject(new Error(reason));
    };
  });
  const timer = setTimeout(() => {
    cut(`the benchmark took longer than ${String(limitMs / 1000)} s`);
  }, limitMs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cut);
  try {
    return await Promise.race([work(closing), interrupted]);
  } finally {
    clearTimeout(timer);
    await closing.close();
  }
}
