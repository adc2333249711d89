import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';

/** Memories that a memory puts right, and those that put it right, by decimal ids. */
export interface InspectedCorrections {
  /** Memories that said by mistake what this one puts right. */
  readonly corrects: readonly string[];
  /** Memories that put right what this one said. */
  readonly corrected_by: readonly string[];
}

/** The most memories in each direction. */
const MAX_CORRECTIONS = 100;

/** Corrections of a memory, oldest first: by claims that take back what another memory claims. */
export async function inspectCorrections(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedCorrections> {
  const { rows } = await sql.query<{ id: string; corrects: boolean }>(
    `(SELECT DISTINCT retracts_memory_id AS id, true AS corrects FROM claims
      WHERE scope_id = $1 AND memory_id = $2 AND retracts_memory_id IS NOT NULL
      ORDER BY id LIMIT ${String(MAX_CORRECTIONS)})
     UNION ALL
     (SELECT DISTINCT memory_id, false FROM claims WHERE scope_id = $1 AND retracts_memory_id = $2
      ORDER BY memory_id LIMIT ${String(MAX_CORRECTIONS)})`,
    [scopeId, memoryUuid],
  );
  const ids = (corrects: boolean): string[] =>
    rows.filter((row) => row.corrects === corrects).map(({ id }) => memoryIdOfUuid(id));
  return { corrects: ids(true), corrected_by: ids(false) };
}
