import type { Sql } from '#database/sql.js';

/** Changes that are followed one by one; after more, nothing that was loaded before counts. */
const MAX_CHANGES = 2_000;

interface ChangedMemories {
  /** Memories whose vectors were stored or dropped; null: too many to say, or it is not known since when. */
  readonly memoryIds: readonly string[] | null;
  readonly lastNumber: bigint;
}

/**
 * Memories whose vectors have changed since a row number. Writers hold the lock of the scope, so that its numbers are
 * committed in their order.
 * @param model name with version
 * @param after null to learn the last number alone
 */
export async function readChangedMemories(
  sql: Sql,
  scopeId: string,
  model: string,
  after: bigint | null,
): Promise<ChangedMemories> {
  const { rows } = await sql.query<{ memory_id: string; number: bigint }>(
    `SELECT memory_id, number FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND number > $3 ORDER BY number DESC LIMIT $4`,
    [scopeId, model, after ?? 0n, after === null ? 1 : MAX_CHANGES + 1],
  );
  const isKnown = after !== null && rows.length <= MAX_CHANGES;
  return {
    memoryIds: isKnown ? rows.map((row) => row.memory_id) : null,
    lastNumber: rows[0]?.number ?? after ?? 0n,
  };
}
