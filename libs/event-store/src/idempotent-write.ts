import type { Pool, PoolClient } from 'pg';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { retryOnLostConnection } from './retry-lost-connection.js';
import { completeRequest, reserveRequestId, type LedgerKey } from './request-ledger.js';

/** What came of a write, and whether it had been carried out under this request id before. */
export interface WriteOutcome<Result> {
  readonly result: Result;
  readonly replayed: boolean;
}

/** Writes under way, by what makes two requests the same. */
const inFlight = new WeakMap<Pool, Map<string, Promise<WriteOutcome<unknown>>>>();

/**
 * Carries out a write under its request id: the ledger entry, with the result, commits in the transaction of the write.
 * A replay gets the first result and writes nothing; one that comes meanwhile waits for it, without a connection of
 * its own where the first runs in this process.
 * @param work the write; when it throws, nothing of it remains and the request id is free
 * @param transaction begins the transaction of the write: with a lock, where two writes must stand in the log in the order
 *   in which they held it, since a transaction has its place in the log from its first row on
 * @throws RequestConflict, or what the work throws
 */
export async function writeIdempotently<Result extends object>(
  pool: Pool,
  key: LedgerKey,
  now: Date,
  work: (tx: PoolClient) => Promise<Result>,
  transaction: ScopedSql['transaction'] = (own) => inScope(pool, key.scopeId).transaction(own),
): Promise<WriteOutcome<Result>> {
  // What another connection finds in the ledger after this one was at its commit is the write of this one.
  let atCommit = false;
  const write = (): Promise<WriteOutcome<Result>> =>
    retryOnLostConnection(() =>
      transaction(async (tx) => {
        const replay = await reserveRequestId(tx, key, {}, now);
        if (replay) return { result: replay.result as Result, replayed: !atCommit };
        failpoint('write.after-ledger');
        const result = await work(tx);
        await completeRequest(tx, key, result);
        atCommit = true;
        failpoint('write.before-commit');
        return { result, replayed: false };
      }),
    );
  const same = [key.scopeId, key.fingerprint.toString('hex'), key.requestId].join(' ');
  const writes = writesOf(pool);
  const first = writes.get(same) as Promise<WriteOutcome<Result>> | undefined;
  if (first) {
    const outcome = await first.catch(() => null);
    // What the first was refused for may no longer hold.
    return outcome ? { ...outcome, replayed: true } : write();
  }
  const writing = write()
    .then(committed)
    .finally(() => writes.delete(same));
  writes.set(same, writing);
  return writing;
}

function committed<Result>(outcome: WriteOutcome<Result>): WriteOutcome<Result> {
  failpoint('write.after-commit');
  return outcome;
}

function writesOf(pool: Pool): Map<string, Promise<WriteOutcome<unknown>>> {
  const known = inFlight.get(pool);
  if (known) return known;
  const made = new Map<string, Promise<WriteOutcome<unknown>>>();
  inFlight.set(pool, made);
  return made;
}
