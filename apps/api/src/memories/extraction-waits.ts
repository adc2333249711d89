import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { SYSTEM_POOL } from '#database/database.module.js';
import { Stopping } from '../shared/stopping.js';

const FIRST_POLL_MS = 15;
const MAX_POLL_MS = 250;
/** Maximum waits of one scope; a further one returns `pending` at once. */
const MAX_PER_SCOPE = 100;

interface Wait {
  readonly scopeId: string;
  readonly memoryUuid: string;
  readonly until: number;
  /** Time of the next poll, and the pause after it. */
  nextAt: number;
  pauseMs: number;
  readonly settle: (state: string) => void;
}

/**
 * Requests that wait for the extraction of their memories. They hold no database connection: one query polls for all
 * waits that are due. A failed poll is retried by the next one.
 */
@Injectable()
export class ExtractionWaits {
  private readonly waits = new Set<Wait>();
  private readonly perScope = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isPolling = false;

  /** @param pool connects as the owner: one poll covers waits of any scopes */
  constructor(
    @Inject(SYSTEM_POOL) private readonly pool: Pool,
    private readonly stopping: Stopping,
  ) {
    stopping.signal.addEventListener('abort', () => {
      for (const wait of [...this.waits]) this.end(wait, 'pending');
    });
  }

  /**
   * Waits until the memory's extraction is projected or given up. Resolves with its state, or with `pending` on
   * timeout, if the scope has too many waits, or if the process stops.
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

  /** Sets the timer for the next poll or the next timeout, whichever is first. */
  private schedule(): void {
    clearTimeout(this.timer);
    if (this.waits.size === 0) return;
    let at = Infinity;
    for (const { nextAt, until } of this.waits) at = Math.min(at, until, this.isPolling ? Infinity : nextAt);
    const inMs = Math.max(0, at - performance.now());
    this.timer = setTimeout(() => {
      this.tick();
    }, inMs);
  }

  private tick(): void {
    const now = performance.now();
    for (const wait of [...this.waits]) if (wait.until <= now) this.end(wait, 'pending');
    const due = this.isPolling ? [] : [...this.waits].filter(({ nextAt }) => nextAt <= now + 1);
    if (due.length > 0) void this.poll(due);
    this.schedule();
  }

  private async poll(due: readonly Wait[]): Promise<void> {
    this.isPolling = true;
    const states = await statesOf(this.pool, due).catch(() => new Map<string, string>());
    this.isPolling = false;
    const now = performance.now();
    for (const wait of due) {
      const state = states.get(wait.memoryUuid);
      if (state !== undefined) this.end(wait, state);
      wait.nextAt = now + wait.pauseMs;
      wait.pauseMs = Math.min(MAX_POLL_MS, wait.pauseMs * 1.5);
    }
    this.schedule();
  }
}

/** States of the memories that are no longer pending, by memory id. */
async function statesOf(pool: Pool, due: readonly Wait[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ memory_id: string; state: string }>(
    `SELECT memory_id, state FROM unnest($1::uuid[], $2::uuid[]) AS wait (scope_id, memory_id)
     JOIN memory_extractions USING (scope_id, memory_id) WHERE state <> 'pending'`,
    [due.map(({ scopeId }) => scopeId), due.map(({ memoryUuid }) => memoryUuid)],
  );
  return new Map(rows.map(({ memory_id, state }) => [memory_id, state]));
}
