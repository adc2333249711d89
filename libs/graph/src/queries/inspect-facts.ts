import type { IsoTimesOf } from '#contracts/iso-times.js';
import type { Sql } from '#database/sql.js';
import { statedIntervalOf } from './candidate-facts.js';
import { intervalOf } from './inspect-edges.js';
import { RELATION_COLUMNS, relationView, type RelationView, type RelationViewRow } from './relation-view.js';
import { STATEMENT_COLUMNS, statementView, type StatementView, type StatementViewRow } from './statement-view.js';

/** The facts that a memory says, as their own routes return them. */
export interface InspectedFacts {
  readonly relations: readonly (RelationView & IsoTimesOf<RelationView>)[];
  readonly statements: readonly (StatementView & IsoTimesOf<StatementView>)[];
}

/**
 * Relations and statements for which a memory is evidence, and those that callers state of its candidates, each by id.
 */
export async function inspectFacts(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedFacts> {
  const relations = await sql.query<RelationViewRow>(
    `SELECT ${RELATION_COLUMNS} FROM relations AS r
     WHERE r.scope_id = $1 AND r.relation_id IN (${idsOf('relations')}) ORDER BY r.relation_id`,
    [scopeId, memoryUuid],
  );
  const statements = await sql.query<StatementViewRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements AS s
     WHERE s.scope_id = $1 AND s.statement_id IN (${idsOf('statements')}) ORDER BY s.statement_id`,
    [scopeId, memoryUuid],
  );
  return { relations: relations.rows.map(relationView), statements: statements.rows.map(statementView) };
}

const idsOf = (table: 'relations' | 'statements'): string => `
  SELECT i.${table.slice(0, -1)}_id FROM evidence AS e CROSS JOIN LATERAL (${intervalOf(table)}) AS i
  WHERE e.scope_id = $1 AND e.memory_id = $2
  UNION
  SELECT i.${table.slice(0, -1)}_id FROM candidate_evidence AS w CROSS JOIN LATERAL (${statedIntervalOf(table)}) AS i
  WHERE w.scope_id = $1 AND w.memory_id = $2`;
