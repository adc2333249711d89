import type { StatementKind, StatementPredicate } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { STATEMENT_COLUMNS, statementView, type StatementView, type StatementViewRow } from './statement-view.js';

export interface StatementFilter {
  /** A survivor's id. */
  readonly subject?: string;
  readonly predicate?: StatementPredicate;
  /** The last two are kinds that no statement has. */
  readonly kind?: StatementKind | 'relation' | 'custom';
  /** 0 to 1. */
  readonly minConfidence: number;
  /** Leaves out what has ended (valid_to is set). */
  readonly onlyCurrent: boolean;
  readonly limit: number;
}

/**
 * Statements of a scope: those that still hold first, then the most confident, then by id. With a subject the index
 * range of its statements is read; without one all statements of the scope are, of which only the best are kept.
 */
export async function listStatements(sql: Sql, scopeId: string, filter: StatementFilter): Promise<StatementView[]> {
  const values: unknown[] = [scopeId, filter.minConfidence, filter.onlyCurrent, filter.limit];
  // A condition for each filter that is given: on `IS NULL OR` the planner would give up the range of the index.
  const given = (column: string, value: string | undefined): string =>
    value === undefined ? '' : `AND ${column} = $${String(values.push(value))}`;
  const { rows } = await sql.query<StatementViewRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements AS s
     WHERE scope_id = $1 AND confidence >= $2 AND (NOT $3 OR valid_to_nanos = 0)
       ${given('subject', filter.subject)} ${given('predicate', filter.predicate)} ${given('kind', filter.kind)}
     ORDER BY valid_to_nanos <> 0, confidence DESC, statement_id LIMIT $4`,
    values,
  );
  return rows.map(statementView);
}

/** One statement, or null where the scope has none of that id. */
export async function getStatement(sql: Sql, scopeId: string, statementId: string): Promise<StatementView | null> {
  const { rows } = await sql.query<StatementViewRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements AS s WHERE scope_id = $1 AND statement_id = $2`,
    [scopeId, statementId],
  );
  return rows[0] ? statementView(rows[0]) : null;
}
