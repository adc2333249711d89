import type { QueryResult, QueryResultRow } from 'pg';

/** What the read side asks of Postgres: a pool, or a client inside a transaction. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}
