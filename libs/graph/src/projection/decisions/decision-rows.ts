import type { ClientBase } from 'pg';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { StatedDecision } from './stated-decision.js';

/** The latest of equal decisions about a fact: a row of `fact_decisions`. */
export interface DecisionRow {
  readonly decisionId: string;
  readonly factId: string;
  readonly decision: StatedDecision | 'retracted';
  readonly isRelation: boolean;
  readonly predicate: string;
  /** Entity rows; the object is null for a value. */
  readonly subject: string;
  readonly object: string | null;
  /** Null for an entity. */
  readonly valueId: string | null;
  /** Beginning and end of the interval that it is about, in Unix nanoseconds; 0 for none. */
  readonly from: bigint;
  readonly to: bigint;
  readonly decidedAt: bigint;
  /** Relation, statement or candidate that a retraction named; null for others. */
  readonly namedId: string | null;
  /** Memory that a confirmation repeats, and its reading; null for others. */
  readonly memoryId: string | null;
  readonly reading: number | null;
  /** Earlier memories that the confirmed claim was read with. */
  readonly context: readonly string[];
  /**
   * Whether it states the fact: not retracted later by the same names, its memory is live and not read anew, and those
   * of its context are live.
   */
  readonly stands: boolean;
  /** Names that it supports while it stands. */
  readonly subjectName: string | null;
  readonly objectName: string | null;
}

/** A decision with the survivors at its ends. */
export interface ResolvedDecision extends DecisionRow {
  readonly fromId: string;
  /** Survivor of the object, or the id of the value. */
  readonly toId: string;
}

const COLUMNS = `d.decision_id AS "decisionId", d.fact_id AS "factId", d.decision, d.is_relation AS "isRelation", d.predicate,
  d.subject, d.object, d.value_id AS "valueId", d.from_nanos AS "from", d.to_nanos AS "to",
  d.decided_at_nanos AS "decidedAt", d.named_id AS "namedId",
  d.memory_id AS "memoryId", d.reading, d.context, d.stands, d.subject_name AS "subjectName",
  d.object_name AS "objectName"`;

/** Loads all decisions about facts. */
export async function loadDecisionsOf(
  tx: ClientBase,
  scopeId: string,
  factIds: readonly string[],
): Promise<DecisionRow[]> {
  const { rows } = await tx.query<DecisionRow>(
    `SELECT ${COLUMNS} FROM fact_decisions AS d WHERE d.scope_id = $1 AND d.fact_id = ANY ($2::uuid[])`,
    [scopeId, factIds],
  );
  return rows;
}

/** Loads the decisions with one of the entity rows at an end. */
export async function loadDecisionsOfRows(
  tx: ClientBase,
  scopeId: string,
  rowIds: readonly string[],
): Promise<DecisionRow[]> {
  if (rowIds.length === 0) return [];
  const { rows } = await tx.query<DecisionRow>(
    `SELECT ${COLUMNS} FROM fact_decisions AS d WHERE d.scope_id = $1 AND d.subject = ANY ($2::uuid[])
     UNION SELECT ${COLUMNS} FROM fact_decisions AS d WHERE d.scope_id = $1 AND d.object = ANY ($2::uuid[])`,
    [scopeId, rowIds],
  );
  return rows;
}

/** Whether the scope has any decision, which most have not. */
export async function hasDecisions(tx: ClientBase, scopeId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM fact_decisions WHERE scope_id = $1 LIMIT 1', [scopeId]);
  return rowCount === 1;
}

/** Loads the decisions with one of the survivors at an end. */
export async function loadDecisionsAt(
  tx: ClientBase,
  scopeId: string,
  survivors: readonly string[],
): Promise<ResolvedDecision[]> {
  if (survivors.length === 0) return [];
  const { rows } = await tx.query<ResolvedDecision>(DECISIONS_AT_SQL, [scopeId, survivors]);
  return rows;
}

const atEnd = (end: string): string =>
  `SELECT d.* FROM fact_decisions AS d WHERE d.scope_id = $1 AND d.${end} = member.id`;

const DECISIONS_AT_SQL = `
SELECT DISTINCT ${COLUMNS}, coalesce(${survivorIdSql('s')}, d.subject) AS "fromId",
  coalesce(${survivorIdSql('o')}, d.object, d.value_id) AS "toId"
FROM (
  SELECT row.id FROM unnest($2::uuid[]) AS node (id) CROSS JOIN LATERAL (
    SELECT node.id UNION ALL SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = node.id) AS row (id)
) AS member
CROSS JOIN LATERAL (${atEnd('subject')} UNION ALL ${atEnd('object')}) AS d
LEFT JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = d.subject
LEFT JOIN entities AS o ON o.scope_id = $1 AND o.entity_id = d.object`;

/** Streams of the confirmations that repeat what one of the memories says, or what was read with it. */
export async function confirmationsOf(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ fact_id: string }>(
    `SELECT fact_id FROM fact_decisions WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])
     UNION
     SELECT d.fact_id FROM claim_dependencies AS c
     JOIN fact_decisions AS d ON d.scope_id = $1 AND d.memory_id = c.memory_id
     WHERE c.scope_id = $1 AND c.depends_on_id = ANY ($2::uuid[]) AND d.context && $2::uuid[]
     ORDER BY 1`,
    [scopeId, memoryIds],
  );
  return rows.map((row) => row.fact_id);
}

/** Inserts decisions, or replaces those of the same id. */
export async function writeDecisions(tx: ClientBase, scopeId: string, rows: readonly DecisionRow[]): Promise<void> {
  await tx.query(WRITE_SQL, [
    ...[scopeId, rows.map((r) => r.decisionId), rows.map((r) => r.factId), rows.map((r) => r.decision)],
    ...[rows.map((r) => r.isRelation), rows.map((r) => r.predicate), rows.map((r) => r.subject)],
    ...[rows.map((r) => r.object), rows.map((r) => r.valueId), rows.map((r) => r.from), rows.map((r) => r.to)],
    ...[
      rows.map((r) => r.decidedAt),
      rows.map((r) => r.namedId),
      rows.map((r) => r.memoryId),
      rows.map((r) => r.reading),
    ],
    ...[rows.map((r) => r.stands), rows.map((r) => r.subjectName), rows.map((r) => r.objectName)],
    // Arrays of different lengths make no array of Postgres, so each is a text.
    rows.map((r) => `{${r.context.join()}}`),
  ]);
}

const WRITTEN = `decision_id, fact_id, decision, is_relation, predicate, subject, object, value_id, from_nanos, to_nanos,
  decided_at_nanos, named_id, memory_id, reading, stands, subject_name, object_name`;

const WRITE_SQL = `
INSERT INTO fact_decisions (scope_id, ${WRITTEN}, context)
SELECT $1, ${WRITTEN}, context::uuid[]
FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bool[], $6::text[], $7::uuid[], $8::uuid[], $9::uuid[],
            $10::bigint[], $11::bigint[], $12::bigint[], $13::uuid[], $14::uuid[], $15::int[], $16::bool[], $17::text[],
            $18::text[], $19::text[]) AS row (${WRITTEN}, context)
ON CONFLICT (scope_id, decision_id) DO UPDATE
  SET decided_at_nanos = excluded.decided_at_nanos, stands = excluded.stands, subject_name = excluded.subject_name,
      object_name = excluded.object_name`;
