import { setTimeout as delay } from 'node:timers/promises';

/** Wakes idle loops of one process, one per call. A call that finds none idle is seen by the next loop that waits. */
export class WakeUp {
  private calls = 0;
  private readonly idle: (() => void)[] = [];

  /** Number of calls; read it before looking for work. */
  get count(): number {
    return this.calls;
  }

  call(loops = 1): void {
    this.calls += 1;
    for (const wake of this.idle.splice(0, loops)) wake();
  }

  /** Waits for a call, at most `ms`; returns at once if one came since `count` was read, or when the signal aborts. */
  async wait(count: number, ms: number, signal: AbortSignal): Promise<void> {
    if (count !== this.calls || signal.aborted) return;
    const ended = new AbortController();
    const end = (): void => {
      ended.abort();
    };
    this.idle.push(end);
    signal.addEventListener('abort', end, { once: true });
    await delay(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    signal.removeEventListener('abort', end);
    const at = this.idle.indexOf(end);
    if (at >= 0) this.idle.splice(at, 1);
  }
}
