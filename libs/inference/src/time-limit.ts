/**
 * Runs work with a signal that aborts with a `TimeoutError` after `ms`, or when the caller's signal aborts, with its
 * reason. An own timer, because in Node 20 a timeout that only `AbortSignal.any` refers to is collected as garbage and
 * never comes.
 */
export async function withTimeLimit<T>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const forward = (): void => {
    ending.abort(caller?.reason);
  };
  const timer = setTimeout(() => {
    ending.abort(new DOMException(`no end within ${String(ms)} ms`, 'TimeoutError'));
  }, ms);
  if (caller?.aborted) forward();
  caller?.addEventListener('abort', forward, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', forward);
  }
}
