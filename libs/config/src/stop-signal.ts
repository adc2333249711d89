/**
 * Resolves at SIGINT or SIGTERM.
 * @param ended settles when something this process cannot do without has gone; then the promise rejects
 */
export function untilStopped(ended?: Promise<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    void ended?.then((how) => {
      reject(new Error(`Postgres ended (${how}); start again, the data is kept`));
    });
  });
}
