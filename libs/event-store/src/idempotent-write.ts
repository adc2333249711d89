import type { Pool, PoolClient } from 'pg';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { retryOnLostConnection } from './retry-lost-connection.js';
import { completeRequest, reserveRequestId, type LedgerKey } from './request-ledger.js';

/** Result of a write, and whether the write had been carried out under this request id before. */
export interface WriteOutcome<Result> {
  readonly result: Result;
  readonly replayed: boolean;
}

/** Writes in flight, by scope, fingerprint and request id. */
const inFlight = new WeakMap<Pool, Map<string, Promise<WriteOutcome<unknown>>>>();

/**
 * Carries out a write under its request id: the ledger entry, with the result, commits in the transaction of the write.
 * A replay gets the first result and writes nothing. A replay that arrives while the first request runs waits for it;
 * when the first runs in this process, the wait takes no connection.
 * @param work the write; when it throws, the transaction is rolled back and the request id stays free
 * @param transaction begins the transaction of the write. It takes a lock where the log must show writes in the order
 * in which they held that lock, because the position of a transaction in the log is fixed by its first row.
 * @throws RequestConflict, or what the work throws
 */
export async function writeIdempotently<Result extends object>(
  pool: Pool,
  key: LedgerKey,
  now: Date,
  work: (tx: PoolClient) => Promise<Result>,
  transaction: ScopedSql['transaction'] = (own) => inScope(pool, key.scopeId).transaction(own),
): Promise<WriteOutcome<Result>> {
  // A retry that finds the ledger entry after this attempt reached its commit finds its own write: no replay.
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
    // The first request failed; its reason may no longer apply, so this one is carried out.
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
