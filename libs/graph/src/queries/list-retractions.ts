import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import type { StatementValue } from '#contracts/observations.js';
import { qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { valueIdOf } from '../ids.js';
import { verbalizeClaim, verbalizeName, verbalizeValue } from './claim-wording.js';
import type { StatementView } from './statement-view.js';

/** A relation or statement that a caller retracted, and that nobody has stated since. */
export interface RetractionView {
  /** Id that it had, by which it can be confirmed. */
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  /** Qualified name. */
  readonly predicate: string;
  /** UUID of the entity. */
  readonly subject: string;
  /** Null when nothing names the entity any more. */
  readonly subject_name: string | null;
  /** Null for a value that no memory says any more. */
  readonly object: StatementView['object'] | null;
  /** The fact as a sentence; null when a name or the value is not known any more. */
  readonly text: string | null;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  readonly retracted_at_unix_nanos: bigint;
  /** Reason that the caller gave. */
  readonly reason: string | null;
}

interface Row extends Omit<RetractionView, 'kind' | 'object' | 'text'> {
  readonly isRelation: boolean;
  readonly subjectRow: string;
  readonly object: string | null;
  readonly objectName: string | null;
  readonly valueId: string | null;
}

/**
 * Lists what callers retracted, the latest first: until it is there again under its id, or a later decision states that
 * it held when it began, whatever id the fact has then. Work: the retractions of the scope.
 */
export async function listRetractions(
  sql: Sql,
  scopeId: string,
  limit: number,
): Promise<(RetractionView & IsoTimesOf<RetractionView>)[]> {
  const { rows } = await sql.query<Row>(SQL, [scopeId, limit]);
  const values = await valuesOf(sql, scopeId, rows);
  return rows.map((row) => withIsoTimes(retractionOf(row, values.get(row.valueId ?? '') ?? null)));
}

const named = (end: string): string => `
  LEFT JOIN entities AS ${end}_row ON ${end}_row.scope_id = $1 AND ${end}_row.entity_id = d.${end}
  LEFT JOIN entities AS ${end} ON ${end}.scope_id = $1 AND ${end}.entity_id = ${survivorIdSql(`${end}_row`)}`;

const SQL = `
SELECT d.named_id AS id, d.is_relation AS "isRelation", d.predicate, d.subject AS "subjectRow",
       coalesce(subject.entity_id, d.subject) AS subject, subject.canonical_name AS subject_name,
       coalesce(object.entity_id, d.object) AS object, object.canonical_name AS "objectName", d.value_id AS "valueId",
       d.from_nanos AS valid_from_unix_nanos, d.to_nanos AS valid_to_unix_nanos,
       d.decided_at_nanos AS retracted_at_unix_nanos, told.reason
FROM (
  SELECT * FROM (
    SELECT DISTINCT ON (named_id) * FROM fact_decisions AS one
    WHERE scope_id = $1 AND named_id IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM fact_decisions AS stated
        WHERE stated.scope_id = $1 AND stated.fact_id = one.fact_id AND stated.named_id IS NULL AND stated.stands
          AND stated.decided_at_nanos > one.decided_at_nanos
          AND stated.from_nanos <= one.from_nanos AND (stated.to_nanos = 0 OR one.from_nanos < stated.to_nanos))
      AND NOT EXISTS (SELECT FROM relations AS r WHERE r.scope_id = $1 AND r.relation_id = one.named_id)
      AND NOT EXISTS (SELECT FROM statements AS s WHERE s.scope_id = $1 AND s.statement_id = one.named_id)
    ORDER BY named_id, decided_at_nanos DESC, decision_id
  ) AS latest ORDER BY decided_at_nanos DESC, named_id LIMIT $2
) AS d ${named('subject')} ${named('object')}
LEFT JOIN LATERAL (
  SELECT e.data->>'reason' AS reason FROM events AS e
  WHERE e.scope_id = $1 AND e.stream_id = d.fact_id AND e.type = 'FactRetracted'
    AND e.data->>'decision_id' = d.decision_id::text
  ORDER BY e.position DESC LIMIT 1
) AS told ON true
ORDER BY d.decided_at_nanos DESC, d.named_id`;

function retractionOf(row: Row, value: StatementValue | null): RetractionView {
  const { id, isRelation, subject, subject_name, objectName, reason, ...rest } = row;
  const of = value === null ? objectName && verbalizeName(objectName) : verbalizeValue(value);
  const { valid_from_unix_nanos, valid_to_unix_nanos, retracted_at_unix_nanos } = rest;
  return {
    ...{ id, kind: isRelation ? 'relation' : 'statement', predicate: qualified(row.predicate), subject, subject_name },
    object: objectOf(row, value),
    text: subject_name === null || of === null ? null : verbalizeClaim(row.predicate, verbalizeName(subject_name), of),
    ...{ valid_from_unix_nanos, valid_to_unix_nanos, retracted_at_unix_nanos, reason },
  };
}

function objectOf({ object, objectName }: Row, value: StatementValue | null): RetractionView['object'] {
  if (object !== null) return { kind: 'entity', id: object, name: objectName };
  return value && { kind: 'value', value };
}

/** Values that memories still say, by their ids. Work: the claims of the subjects with the predicates. */
async function valuesOf(sql: Sql, scopeId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, StatementValue>> {
  const wanted = rows.filter(({ valueId }) => valueId !== null);
  if (wanted.length === 0) return new Map();
  const { rows: said } = await sql.query<{ key: string; value: StatementValue }>(
    `SELECT DISTINCT ON (value_key) value_key AS key, value FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND predicate = ANY ($3::text[]) AND value IS NOT NULL
     ORDER BY value_key, memory_id, ordinal`,
    [scopeId, wanted.map(({ subjectRow }) => subjectRow), wanted.map(({ predicate }) => predicate)],
  );
  return new Map(said.map(({ key, value }) => [valueIdOf(scopeId, key), value]));
}
