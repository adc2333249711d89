import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { ScopedSql } from '#database/in-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { encodeBatch, requestKeyOf, type EncodeBatchOptions, type EncodeRow } from './encode-batch.js';
import { reserveRequestId, readRequests, reasonOfAbsence, RequestConflict } from '#event-store/request-ledger.js';

export interface DistinctOutcome {
  /** Whether the request id had been used before. */
  readonly replayed: boolean;
  /** Whether a memory was stored. */
  readonly stored: boolean;
  readonly result: unknown;
}

/**
 * Stores a memory unless the scope has an active one with the same text, speaker, session, role and kind. Then the
 * request resolves to the first such memory, and its result has `was_deduplicated`. Distinct writes of equal content
 * wait for each other. A plain write does not wait, and is only seen once it has committed.
 * @throws RequestConflict when the request id belongs to another operation or other parameters; ErasedScope
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

/** What two memories must share to be equal: text, speaker, session, role, kind. */
type Content = readonly [string | null, string | null, bigint | number | null, string | null, number];

function contentOf({ event: { text, speaker, session, role, kind } }: EncodeRow): Content {
  return [text, speaker, session, role, kind];
}

/**
 * Locks equal content until the transaction ends. It is a statement of its own, so that the next statement sees what
 * the previous holder of the lock committed.
 */
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
    `SELECT memory_id, salience, kind, created_at_nanos, previous_memory_id IS NOT NULL AS follows
     FROM memories AS m
     WHERE scope_id = $1 AND content_key = content_key($2, $3, $4::numeric, $5, $6::smallint)
       AND state = 'active' AND text = $2 AND speaker IS NOT DISTINCT FROM $3 AND session IS NOT DISTINCT FROM $4::numeric
       AND role IS NOT DISTINCT FROM $5 AND kind = $6::smallint AND ${notExpiredSql('m')}
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
