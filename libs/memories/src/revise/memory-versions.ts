import type { MemoryEncoded, MemoryRevised } from '#contracts/events.js';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import type { Sql } from '#database/sql.js';

/** A version of a memory: its number, its time, and the fields that it set. Times are in Unix nanoseconds. */
export interface MemoryVersion {
  readonly version: number;
  readonly created_at_unix_nanos: bigint | number;
  readonly text?: string | null;
  readonly metadata?: object | null;
  readonly tags?: readonly string[];
  readonly expires_at_unix_nanos?: bigint | number;
  readonly pinned?: boolean;
}

/** Maximum number of versions shown, and of bytes of their events, beyond which older ones are left out. */
const MAX_VERSIONS = 100;
const MAX_BYTES = 4 * 1024 * 1024;

/** Versions of a memory from the log, newest first, with what each of them set; the first sets everything. */
export async function memoryVersions(
  sql: Sql,
  scopeId: string,
  memoryId: string,
): Promise<(MemoryVersion & IsoTimesOf<MemoryVersion>)[]> {
  const { rows } = await sql.query<{ type: string; data: MemoryEncoded & MemoryRevised }>(
    `SELECT type, data FROM (
       SELECT e.type, e.data, e.position, e.data_bytes,
              sum(e.data_bytes) OVER (ORDER BY e.position DESC) AS bytes, row_number() OVER (ORDER BY e.position DESC) AS place
       FROM events AS e
       WHERE e.scope_id = $1 AND e.stream_id = $2
         AND (e.type = 'MemoryEncoded' OR e.type = 'MemoryRevised' AND e.data ?| ARRAY['text', 'metadata', 'tags', 'expires_at_unix_nanos', 'pinned'])
     ) AS version
     WHERE place <= $3 AND bytes - data_bytes <= $4 ORDER BY position DESC`,
    [scopeId, memoryId, MAX_VERSIONS, MAX_BYTES],
  );
  return rows.map(({ type, data }) => withIsoTimes(type === 'MemoryEncoded' ? firstVersion(data) : laterVersion(data)));
}

function firstVersion(encoded: MemoryEncoded): MemoryVersion {
  const { text, metadata, tags = [], created_at_unix_nanos, expires_at_unix_nanos = 0, pinned = false } = encoded;
  return {
    ...{ version: 1, created_at_unix_nanos, text, metadata, tags },
    ...{ expires_at_unix_nanos, pinned },
  };
}

function laterVersion(revised: MemoryRevised): MemoryVersion {
  const { version, revised_at_unix_nanos, text, metadata, tags, expires_at_unix_nanos, pinned } = revised;
  return {
    ...{ version, created_at_unix_nanos: revised_at_unix_nanos },
    ...(text !== undefined && { text }),
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && { tags }),
    ...(expires_at_unix_nanos !== undefined && { expires_at_unix_nanos }),
    ...(pinned !== undefined && { pinned }),
  };
}
