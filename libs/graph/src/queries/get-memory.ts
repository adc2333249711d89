import type { Sql } from '#database/sql.js';
import { memoryView, readMemoryPage, type MemoryView } from './list-memories.js';

/**
 * Reads one memory as lists return it; null if the scope has none, or it is erased, expired or forgotten.
 * @param includeTombstoned whether a forgotten memory is read as long as it has its text
 */
export async function getMemory(
  sql: Sql,
  scopeId: string,
  memoryUuid: string,
  includeTombstoned: boolean,
): Promise<MemoryView | null> {
  const filter = { limit: 1, after: null, dir: 'desc', includeTombstoned, memoryId: memoryUuid } as const;
  const [row] = await readMemoryPage(sql, scopeId, filter);
  return row ? memoryView(row) : null;
}
