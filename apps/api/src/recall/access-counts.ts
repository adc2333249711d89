import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '#contracts/clock.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { inScope } from '#database/in-scope.js';
import { factsOf } from '../http/problems.js';

const FLUSH_MS = 1_000;
/** Maximum memories with buffered counts; accesses of others are lost during a burst. */
const MAX_BUFFERED = 100_000;

interface Access {
  count: number;
  lastNanos: bigint;
}

/**
 * Counts recalls of memories and records their last access. Counts are not events: they are buffered and written once a
 * second, best effort, so that recall itself writes nothing. A crash loses about a second of them.
 */
export class AccessCounts {
  private buffer = new Map<string, Map<string, Access>>();
  private bufferedMemories = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Counts one access of each memory. @param memoryIds decimal ids */
  note(scopeId: string, memoryIds: readonly string[]): void {
    const now = this.clock.nowNanos();
    const own = this.buffer.get(scopeId) ?? new Map<string, Access>();
    this.buffer.set(scopeId, own);
    for (const memoryId of memoryIds) {
      const uuid = uuidOfMemoryId(memoryId);
      if (uuid === null) continue;
      const access = own.get(uuid);
      if (access) {
        access.count += 1;
        access.lastNanos = now;
      } else if (this.bufferedMemories < MAX_BUFFERED) {
        own.set(uuid, { count: 1, lastNanos: now });
        this.bufferedMemories += 1;
      }
    }
    this.timer ??= setTimeout(() => {
      this.flushing = this.flush();
    }, FLUSH_MS).unref();
  }

  /** Writes the buffered counts. */
  async stop(): Promise<void> {
    await this.flushing;
    await this.flush();
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const buffered = this.buffer;
    this.buffer = new Map();
    this.bufferedMemories = 0;
    for (const [scopeId, own] of buffered)
      try {
        await writeAccesses(this.pool, scopeId, [...own]);
      } catch (error) {
        this.log.warn(factsOf(error), 'access counts could not be written');
      }
  }
}

/** Adds counts to memory_accesses. Locks the memories' rows, so that a count never outlives its memory. */
async function writeAccesses(
  pool: Pool,
  scopeId: string,
  accesses: readonly (readonly [string, Access])[],
): Promise<void> {
  await inScope(pool, scopeId).query(
    `WITH held AS (
       SELECT memory_id FROM memories
       WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active' ORDER BY memory_id FOR KEY SHARE
     )
     INSERT INTO memory_accesses AS a (scope_id, memory_id, access_count, last_accessed_at_nanos)
     SELECT $1, memory_id, new.count, new.last
     FROM held JOIN unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS new (memory_id, count, last) USING (memory_id)
     ORDER BY memory_id
     ON CONFLICT (scope_id, memory_id) DO UPDATE
     SET access_count = a.access_count + excluded.access_count,
         last_accessed_at_nanos = greatest(a.last_accessed_at_nanos, excluded.last_accessed_at_nanos)`,
    [
      scopeId,
      accesses.map(([memoryId]) => memoryId),
      accesses.map(([, access]) => access.count),
      accesses.map(([, access]) => access.lastNanos),
    ],
  );
}
