import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { ScopedSql } from '#database/in-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { encodeBatch, requestKeyOf, type EncodeBatchOptions, type EncodeRow } from './encode-batch.js';
import { reserveRequestId, readRequests, reasonOfAbsence, RequestConflict } from '#event-store/request-ledger.js';

export interface DistinctOutcome {
  /** Whether the request had been answered before. */
  readonly replayed: boolean;
  /** Whether a memory was written. */
  readonly stored: boolean;
  readonly result: unknown;
}

/**
 * Stores a memory unless an active one of the scope has the same text, speaker, session, role and kind: then the
 * request stands for that one, the first of several, and its result says `was_deduplicated`. Equal writes wait for
 * each other; one without this condition does not wait, and is met once it has committed.
 * @throws RequestConflict when the request id stands for something else, ErasedScope
 */
export function encodeDistinct(sql: ScopedSql, row: EncodeRow, options: EncodeBatchOptions): Promise<DistinctOutcome> {
  return sql.transaction(async (tx) => {
    const content = contentOf(row);
    await lockContent(tx, row.scopeId, content);
    const equal = await findEqual(tx, row.scopeId, content);
    if (equal) {
      const replay = await reserveRequestId(tx, row, equal, options.now);
      return { replayed: replay !== null, stored: false, result: replay ? replay.result : equal };
    }
    const entered = await encodeBatch(tx, [row], options);
    const result = entered.get(requestKeyOf(row));
    failpoint('encode.distinct-before-commit');
    if (result) return { replayed: false, stored: true, result };
    const [entry] = await readRequests(tx, [row]);
    if (!entry) throw await reasonOfAbsence(tx, row.scopeId);
    if (!entry.fingerprint.equals(row.fingerprint)) throw new RequestConflict(row.requestId);
    return { replayed: true, stored: false, result: entry.result };
  });
}

/** What makes two memories equal: text, speaker, session, role, kind. */
type Content = readonly [string | null, string | null, bigint | number | null, string | null, number];

function contentOf({ event: { text, speaker, session, role, kind } }: EncodeRow): Content {
  return [text, speaker, session, role, kind];
}

/** A statement of its own: the next one must see what the holder before has committed. */
async function lockContent(tx: ClientBase, scopeId: string, content: Content): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(
       hashtextextended('engraph content ' || $1, content_key($2, $3, $4::numeric, $5, $6::smallint)))`,
    [scopeId, ...content],
  );
}

async function findEqual(tx: ClientBase, scopeId: string, content: Content): Promise<object | null> {
  const { rows } = await tx.query<{
    memory_id: string;
    salience: number;
    kind: number;
    created_at_nanos: bigint;
    follows: boolean;
  }>(
    `SELECT memory_id, salience, kind, created_at_nanos, follows IS NOT NULL AS follows
     FROM memories
     WHERE scope_id = $1 AND content_key = content_key($2, $3, $4::numeric, $5, $6::smallint)
       AND state = 0 AND text = $2 AND speaker IS NOT DISTINCT FROM $3 AND session IS NOT DISTINCT FROM $4::numeric
       AND role IS NOT DISTINCT FROM $5 AND kind = $6::smallint
     ORDER BY memory_id LIMIT 1`,
    [scopeId, ...content],
  );
  const [memory] = rows;
  if (!memory) return null;
  return {
    memory_id: memoryIdOfUuid(memory.memory_id),
    salience: memory.salience,
    kind: memory.kind,
    created_at_unix_nanos: memory.created_at_nanos,
    auto_edges_added: memory.follows ? 1 : 0,
    was_deduplicated: true,
  };
}
