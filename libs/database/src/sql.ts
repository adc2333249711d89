import type { QueryResult, QueryResultRow } from 'pg';

/** Runs statements: a pool, a scope's view of one (`inScope`), or a client inside a transaction. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}
