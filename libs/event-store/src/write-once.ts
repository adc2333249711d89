import type { PoolClient } from 'pg';
import type { ScopedSql } from '#database/in-scope.js';
import { completeLedger, enterLedger, type LedgerKey } from './ledger.js';

/**
 * Carries out a write under its request id: the ledger entry, with the result, commits in the transaction of the write.
 * A replay gets the first result and writes nothing; one that comes meanwhile waits for it.
 * @param lock taken before anything is written: where two writes must stand in the log in the order in which they held
 *   it, since a transaction has its place in the log from its first row on
 * @param work the write; when it throws, nothing of it remains and the request id is free
 * @throws RequestConflict, or what the work throws
 */
export function writeOnce<Result extends object>(
  sql: ScopedSql,
  key: LedgerKey,
  now: Date,
  work: (tx: PoolClient) => Promise<Result>,
  lock?: (tx: PoolClient) => Promise<void>,
): Promise<{ result: Result; replayed: boolean }> {
  return sql.transaction(async (tx) => {
    await lock?.(tx);
    const replay = await enterLedger(tx, key, {}, now);
    if (replay) return { result: replay.result as Result, replayed: true };
    const result = await work(tx);
    await completeLedger(tx, key, result);
    return { result, replayed: false };
  });
}
