import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { takeShare } from './connection-shares.js';
import { ScopedQuery, scopeSettings, type RunsScopedQueries } from './scoped-query.js';
import type { Sql } from './sql.js';
import { inTransaction } from './transaction.js';

/** A database in which rows of other scopes do not exist. */
export interface ScopedSql extends Sql {
  /** Like `inTransaction`, within the scope. */
  transaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T>;
}

/**
 * Restricts a pool to the rows of one scope: for the service's role, row-level security hides those of all others, even
 * from a statement that forgets the scope condition. Takes no extra round trip. With several scopes, rows can only be
 * appended and the request ledger be read. Scopes share the connections of the service's pool (`shareConnections`), so
 * work in a transaction must not request a second one.
 * @param pool connections of the service's role (`POOL`); others are not bound by policies
 */
export function inScope(pool: Pool, scopeId: string | readonly string[]): ScopedSql {
  const settings = scopeSettings([scopeId].flat());
  const begin = `BEGIN; SELECT set_config('engraph.scope', '${settings.scope}', true), set_config('engraph.scopes', '${settings.scopes}', true)`;
  return {
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      withShare(
        pool,
        scopeId,
        () =>
          (pool as unknown as RunsScopedQueries).query(new ScopedQuery(text, values, settings)) as Promise<
            QueryResult<Row>
          >,
      ),
    transaction: (work) => withShare(pool, scopeId, () => inTransaction(pool, work, begin)),
  };
}

async function withShare<T>(pool: Pool, scopeId: string | readonly string[], work: () => Promise<T>): Promise<T> {
  const release = await takeShare(pool, scopeId);
  try {
    return await work();
  } finally {
    release();
  }
}
