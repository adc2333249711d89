import type { StatementKind, StatementPredicate } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';
import { STATEMENT_COLUMNS, statementView, type StatementView, type StatementViewRow } from './statement-view.js';

export interface StatementFilter {
  /** Id of a survivor. */
  readonly subject?: string;
  readonly predicate?: StatementPredicate;
  /** The last two kinds match no statement. */
  readonly kind?: StatementKind | 'relation' | 'custom';
  /** Minimum confidence, 0 to 1. */
  readonly minConfidence: number;
  /** Leaves out ended (valid_to has come) and unsettled statements. */
  readonly onlyCurrent: boolean;
  readonly limit: number;
}

/**
 * Lists the statements of a scope: current ones first, then by confidence, then by id. With a subject, only the index
 * range of its statements is read; without one, all statements of the scope are read, and only the best are kept.
 */
export async function listStatements(sql: Sql, scopeId: string, filter: StatementFilter): Promise<StatementView[]> {
  const values: unknown[] = [scopeId, filter.minConfidence, filter.onlyCurrent, filter.limit];
  // Only filters in use become conditions: with `IS NULL OR`, the planner would not use the index range.
  const conditionOn = (column: string, value: string | undefined): string =>
    value === undefined ? '' : `AND ${column} = $${String(values.push(value))}`;
  const { rows } = await sql.query<StatementViewRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements AS s
     WHERE scope_id = $1 AND confidence >= $2 AND (NOT $3 OR ${holdsSql()})
       ${conditionOn('subject', filter.subject)} ${conditionOn('predicate', filter.predicate)} ${conditionOn('kind', filter.kind)}
     ORDER BY NOT ${holdsSql()}, confidence DESC, statement_id LIMIT $4`,
    values,
  );
  return rows.map(statementView);
}

/** Reads one statement; null when the scope has none of that id. */
export async function getStatement(sql: Sql, scopeId: string, statementId: string): Promise<StatementView | null> {
  const { rows } = await sql.query<StatementViewRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements AS s WHERE scope_id = $1 AND statement_id = $2`,
    [scopeId, statementId],
  );
  return rows[0] ? statementView(rows[0]) : null;
}
