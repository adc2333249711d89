import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';

const FIRST_POLL_MS = 15;
const LONGEST_POLL_MS = 250;

/** Waits until the memory's extraction is projected; false when the time was over first. */
export async function awaitExtraction(
  pool: Pool,
  scopeId: string,
  memoryId: string,
  seconds: number,
): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5)) {
    const { rows } = await pool.query(
      `SELECT FROM memory_extractions WHERE scope_id = $1 AND memory_id = $2 AND state <> 'pending'`,
      [scopeId, uuidOfMemoryId(memoryId)],
    );
    if (rows.length > 0) return true;
    const left = deadline - Date.now();
    if (left <= 0) return false;
    await delay(Math.min(pollMs, left));
  }
}
