import type { Pool, PoolClient } from 'pg';
import { inScope } from '#database/in-scope.js';
import { completeLedger, enterLedger, type LedgerKey } from './ledger.js';

/** What came of a write, and whether it had been carried out under this request id before. */
export interface WriteOutcome<Result> {
  readonly result: Result;
  readonly replayed: boolean;
}

/** Writes under way, by what makes two requests the same. */
const underWay = new WeakMap<Pool, Map<string, Promise<WriteOutcome<unknown>>>>();

/**
 * Carries out a write under its request id: the ledger entry, with the result, commits in the transaction of the write.
 * A replay gets the first result and writes nothing; one that comes meanwhile waits for it, without a connection of
 * its own where the first runs in this process.
 * @param lock taken before anything is written: where two writes must stand in the log in the order in which they held
 *   it, since a transaction has its place in the log from its first row on
 * @param work the write; when it throws, nothing of it remains and the request id is free
 * @throws RequestConflict, or what the work throws
 */
export async function writeOnce<Result extends object>(
  pool: Pool,
  key: LedgerKey,
  now: Date,
  work: (tx: PoolClient) => Promise<Result>,
  lock?: (tx: PoolClient) => Promise<void>,
): Promise<WriteOutcome<Result>> {
  const write = (): Promise<WriteOutcome<Result>> =>
    inScope(pool, key.scopeId).transaction(async (tx) => {
      await lock?.(tx);
      const replay = await enterLedger(tx, key, {}, now);
      if (replay) return { result: replay.result as Result, replayed: true };
      const result = await work(tx);
      await completeLedger(tx, key, result);
      return { result, replayed: false };
    });
  const same = [key.scopeId, key.fingerprint.toString('hex'), key.requestId].join(' ');
  const writes = writesOf(pool);
  const first = writes.get(same) as Promise<WriteOutcome<Result>> | undefined;
  if (first) {
    const outcome = await first.catch(() => null);
    // What the first was refused for may no longer hold.
    return outcome ? { ...outcome, replayed: true } : write();
  }
  const writing = write().finally(() => writes.delete(same));
  writes.set(same, writing);
  return writing;
}

function writesOf(pool: Pool): Map<string, Promise<WriteOutcome<unknown>>> {
  const known = underWay.get(pool);
  if (known) return known;
  const made = new Map<string, Promise<WriteOutcome<unknown>>>();
  underWay.set(pool, made);
  return made;
}
