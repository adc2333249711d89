/** Source of a gauge's value, with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly read: () => Promise<number | null>;
}

/** Read timeout. Scrapers give up after 10 s, so an unavailable engine must not cost the other metrics. */
const READ_LIMIT_MS = 3_000;

/** Wraps a read so that it gives null if it fails or takes longer than `limitMs`. */
export function sampled(read: () => Promise<number>, limitMs = READ_LIMIT_MS): () => Promise<number | null> {
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, limitMs, null);
    });
    try {
      return await Promise.race([read(), limit]);
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Caches a read for `ageMs`, also while it is in flight; a failed read is not cached. */
export function cached<T>(read: () => Promise<T>, ageMs: number): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (last && now - last.at < ageMs) return last.value;
    const value = read();
    const own = (last = { at: now, value });
    value.catch(() => {
      if (last === own) last = undefined;
    });
    return value;
  };
}
