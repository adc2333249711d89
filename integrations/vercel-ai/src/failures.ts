/** What could not be done, and why. The model's call went on without it. */
export interface MemoryFailure {
  readonly operation: 'recall' | 'remember';
  readonly error: unknown;
}

/** Hears of failures. What it returns or throws is ignored. */
export type FailureListener = (failure: MemoryFailure) => unknown;

/**
 * Result of `work`, or undefined if it fails; the listener then hears of it. Never rejects.
 * @param listener a warning on the console if undefined
 */
export async function orReport<T>(
  operation: MemoryFailure['operation'],
  listener: FailureListener | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    await tell(listener ?? warn, { operation, error });
    return undefined;
  }
}

/** A listener may be async, and may fail; neither may reach the model's call. */
async function tell(listener: FailureListener, failure: MemoryFailure): Promise<void> {
  try {
    await listener(failure);
  } catch {
    // The listener is the last one to be told.
  }
}

function warn({ operation, error }: MemoryFailure): void {
  console.warn(`engraph: could not ${operation}: ${error instanceof Error ? error.message : String(error)}`);
}
