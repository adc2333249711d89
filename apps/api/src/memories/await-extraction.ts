import { setTimeout as delay } from 'node:timers/promises';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';

const FIRST_POLL_MS = 15;
const LONGEST_POLL_MS = 250;

/**
 * Waits until the memory's extraction is projected or given up; its state then, `pending` when the time was over first,
 * or the process is to stop.
 */
export async function awaitExtraction(
  sql: Sql,
  scopeId: string,
  memoryId: string,
  seconds: number,
  stopping: AbortSignal,
): Promise<string> {
  const deadline = Date.now() + seconds * 1000;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5)) {
    const { rows } = await sql.query<{ state: string }>(
      `SELECT state FROM memory_extractions WHERE scope_id = $1 AND memory_id = $2 AND state <> 'pending'`,
      [scopeId, uuidOfMemoryId(memoryId)],
    );
    if (rows[0]) return rows[0].state;
    const left = deadline - Date.now();
    if (left <= 0 || stopping.aborted) return 'pending';
    await delay(Math.min(pollMs, left), undefined, { signal: stopping }).catch(() => undefined);
  }
}
