/** npm hands a Ctrl-C on to a process that the terminal has told already: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Resolves at the first SIGINT or SIGTERM. Call it first thing: a signal during start-up then stops the process in
 * order once it is up, instead of ending it halfway. A second signal, later than one second, ends the process at once.
 */
export function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const hear = (): void => {
      resolve();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, hear);
      }, SAME_SIGNAL_MS).unref();
    };
    for (const signal of signals) process.on(signal, hear);
  });
}
