import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { SYSTEM_POOL } from '#database/database.module.js';
import { Stopping } from '../shared/stopping.js';

const FIRST_POLL_MS = 15;
const LONGEST_POLL_MS = 250;
/** Waits of one scope; one more is told at once what is known: that its memory is stored. */
const MAX_PER_SCOPE = 100;

interface Wait {
  readonly scopeId: string;
  readonly memoryUuid: string;
  readonly until: number;
  /** When it looks next, and the pause after that. */
  nextAt: number;
  pauseMs: number;
  readonly settle: (state: string) => void;
}

/**
 * Waits of requests for the extraction of their memories. They hold no connection: one statement looks for all of them
 * whose time has come, and a look that fails is only a look.
 */
@Injectable()
export class ExtractionWaits {
  private readonly waits = new Set<Wait>();
  private readonly perScope = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  /** @param pool of the owner's: the waits of a look are of any scopes */
  constructor(
    @Inject(SYSTEM_POOL) private readonly pool: Pool,
    private readonly stopping: Stopping,
  ) {
    stopping.signal.addEventListener('abort', () => {
      for (const wait of [...this.waits]) this.end(wait, 'pending');
    });
  }

  /**
   * Waits until the memory's extraction is projected or given up; its state then, and `pending` when the time was over
   * first, too many of the scope wait, or the process is to stop.
   */
  wait(scopeId: string, memoryId: string, seconds: number): Promise<string> {
    const memoryUuid = uuidOfMemoryId(memoryId);
    const count = this.perScope.get(scopeId) ?? 0;
    if (memoryUuid === null || count >= MAX_PER_SCOPE || this.stopping.signal.aborted)
      return Promise.resolve('pending');
    this.perScope.set(scopeId, count + 1);
    const now = performance.now();
    return new Promise((settle) => {
      const until = now + seconds * 1_000;
      this.waits.add({ scopeId, memoryUuid, until, nextAt: now, pauseMs: FIRST_POLL_MS, settle });
      this.schedule();
    });
  }

  private end(wait: Wait, state: string): void {
    if (!this.waits.delete(wait)) return;
    const left = (this.perScope.get(wait.scopeId) ?? 1) - 1;
    if (left > 0) this.perScope.set(wait.scopeId, left);
    else this.perScope.delete(wait.scopeId);
    wait.settle(state);
  }

  /** The next look, or end of a wait, whichever is first. */
  private schedule(): void {
    clearTimeout(this.timer);
    if (this.waits.size === 0) return;
    let at = Infinity;
    for (const { nextAt, until } of this.waits) at = Math.min(at, until, this.looking ? Infinity : nextAt);
    this.timer = setTimeout(() => {
      this.tick();
    }, at - performance.now());
  }

  private tick(): void {
    const now = performance.now();
    for (const wait of [...this.waits]) if (wait.until <= now) this.end(wait, 'pending');
    const due = this.looking ? [] : [...this.waits].filter(({ nextAt }) => nextAt <= now + 1);
    if (due.length > 0) void this.look(due);
    this.schedule();
  }

  private async look(due: readonly Wait[]): Promise<void> {
    this.looking = true;
    const states = await statesOf(this.pool, due).catch(() => new Map<string, string>());
    this.looking = false;
    const now = performance.now();
    for (const wait of due) {
      const state = states.get(wait.memoryUuid);
      if (state !== undefined) this.end(wait, state);
      wait.nextAt = now + wait.pauseMs;
      wait.pauseMs = Math.min(LONGEST_POLL_MS, wait.pauseMs * 1.5);
    }
    this.schedule();
  }
}

/** Of those that are not pending any more, by memory. */
async function statesOf(pool: Pool, due: readonly Wait[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ memory_id: string; state: string }>(
    `SELECT memory_id, state FROM unnest($1::uuid[], $2::uuid[]) AS wait (scope_id, memory_id)
     JOIN memory_extractions USING (scope_id, memory_id) WHERE state <> 'pending'`,
    [due.map(({ scopeId }) => scopeId), due.map(({ memoryUuid }) => memoryUuid)],
  );
  return new Map(rows.map(({ memory_id, state }) => [memory_id, state]));
}
