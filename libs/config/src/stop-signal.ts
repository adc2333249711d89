/**
 * Resolves at the first SIGINT or SIGTERM. Call it first thing: a signal during start-up then stops the process in
 * order once it is up, instead of ending it halfway.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
}
