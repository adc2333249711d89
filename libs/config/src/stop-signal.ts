/**
 * npm forwards a Ctrl-C that the terminal has already sent to the process: a second signal within this time is the same
 * one.
 */
const SAME_SIGNAL_MS = 1_000;

/**
 * Resolves at the first SIGINT or SIGTERM. Call it first in `main`: a signal during start-up then shuts the process
 * down in order once it is up, instead of killing it. A second signal after more than one second kills the process.
 */
export function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const onSignal = (): void => {
      resolve();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, onSignal);
      }, SAME_SIGNAL_MS).unref();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
