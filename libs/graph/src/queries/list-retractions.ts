import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import type { StatementValue } from '#contracts/observations.js';
import { qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { valueIdOf } from '../ids.js';
import { valueKeyOf } from '../projection/contributions/contribution.js';
import { verbalizeClaim, verbalizeName, verbalizeValue } from './claim-wording.js';
import type { StatementView } from './statement-view.js';

/** A relation or statement that a caller retracted, that nobody has stated since, and that can still be told. */
export interface RetractionView {
  /** Id that it had, by which it can be confirmed. */
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  /** Qualified name. */
  readonly predicate: string;
  /** UUID of the entity. */
  readonly subject: string;
  readonly subject_name: string;
  readonly object: StatementView['object'];
  /** The fact as a sentence. */
  readonly text: string;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  readonly retracted_at_unix_nanos: bigint;
  /** Reason that the caller gave. */
  readonly reason: string | null;
}

interface Row extends Omit<RetractionView, 'kind' | 'object' | 'text'> {
  readonly isRelation: boolean;
  readonly factId: string;
  readonly subjectRow: string;
  readonly object: string | null;
  readonly objectName: string | null;
  readonly valueId: string | null;
}

/**
 * Lists what callers retracted, the latest first: until it is there again under its id, or a later decision states that
 * it held when it began, whatever id the fact has then. What nobody names or says any more is left out: nothing is left
 * of it to be told or confirmed. Work: the retractions of the scope.
 */
export async function listRetractions(
  sql: Sql,
  scopeId: string,
  limit: number,
): Promise<(RetractionView & IsoTimesOf<RetractionView>)[]> {
  const found: (RetractionView & IsoTimesOf<RetractionView>)[] = [];
  for (let last: Row | undefined; found.length < limit;) {
    const { rows } = await sql.query<Row>(SQL, [scopeId, limit, last?.retracted_at_unix_nanos ?? null, last?.id]);
    const values = await valuesOf(sql, scopeId, rows);
    found.push(...rows.flatMap((row) => retractionOf(row, values.get(row.valueId ?? '') ?? null)).map(withIsoTimes));
    if (rows.length < limit) break;
    last = rows.at(-1);
  }
  return found.slice(0, limit);
}

const named = (end: string): string => `
  LEFT JOIN entities AS ${end}_row ON ${end}_row.scope_id = $1 AND ${end}_row.entity_id = d.${end}
  LEFT JOIN entities AS ${end} ON ${end}.scope_id = $1 AND ${end}.entity_id = ${survivorIdSql(`${end}_row`)}`;

const SQL = `
SELECT d.named_id AS id, d.is_relation AS "isRelation", d.fact_id AS "factId", d.predicate, d.subject AS "subjectRow",
       coalesce(subject.entity_id, d.subject) AS subject, subject.canonical_name AS subject_name,
       coalesce(object.entity_id, d.object) AS object, object.canonical_name AS "objectName", d.value_id AS "valueId",
       d.from_nanos AS valid_from_unix_nanos, d.to_nanos AS valid_to_unix_nanos,
       d.decided_at_nanos AS retracted_at_unix_nanos, told.reason
FROM (
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
) AS d ${named('subject')} ${named('object')}
LEFT JOIN LATERAL (
  SELECT e.data->>'reason' AS reason FROM events AS e
  WHERE e.scope_id = $1 AND e.stream_id = d.fact_id AND e.type = 'FactRetracted'
    AND e.data->>'decision_id' = d.decision_id::text
  ORDER BY e.position DESC LIMIT 1
) AS told ON true
WHERE subject.entity_id IS NOT NULL AND (d.object IS NULL OR object.entity_id IS NOT NULL)
  AND ($3::bigint IS NULL OR d.decided_at_nanos < $3 OR d.decided_at_nanos = $3 AND d.named_id > $4::uuid)
ORDER BY d.decided_at_nanos DESC, d.named_id LIMIT $2`;

/** None for a value that is not known. */
function retractionOf(row: Row, value: StatementValue | null): RetractionView[] {
  const { id, isRelation, subject, subject_name, object, objectName, reason, ...rest } = row;
  if (object === null && value === null) return [];
  const of = value === null ? verbalizeName(objectName ?? '') : verbalizeValue(value);
  const { valid_from_unix_nanos, valid_to_unix_nanos, retracted_at_unix_nanos } = rest;
  const view: RetractionView = {
    ...{ id, kind: isRelation ? 'relation' : 'statement', predicate: qualified(row.predicate), subject, subject_name },
    object: value === null ? { kind: 'entity', id: object ?? '', name: objectName } : { kind: 'value', value },
    text: verbalizeClaim(row.predicate, verbalizeName(subject_name), of),
    ...{ valid_from_unix_nanos, valid_to_unix_nanos, retracted_at_unix_nanos, reason },
  };
  return [view];
}

/**
 * Values that memories still say, or that callers asserted, by their ids. Work: the claims of the subjects with the
 * predicates, and the decisions about the facts.
 */
async function valuesOf(sql: Sql, scopeId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, StatementValue>> {
  const wanted = rows.filter(({ valueId }) => valueId !== null);
  if (wanted.length === 0) return new Map();
  const { rows: said } = await sql.query<{ key: string | null; value: StatementValue }>(
    `(SELECT DISTINCT ON (value_key) value_key AS key, value FROM claims
      WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND predicate = ANY ($3::text[]) AND value IS NOT NULL
      ORDER BY value_key, memory_id, ordinal)
     UNION ALL
     (SELECT DISTINCT ON (stream_id) NULL, data->'value' FROM events
      WHERE scope_id = $1 AND stream_id = ANY ($4::uuid[]) AND type = 'FactAsserted' ORDER BY stream_id, position)`,
    [
      ...[scopeId, wanted.map(({ subjectRow }) => subjectRow), wanted.map(({ predicate }) => predicate)],
      wanted.map(({ factId }) => factId),
    ],
  );
  return new Map(said.map(({ key, value }) => [valueIdOf(scopeId, key ?? valueKeyOf(value)), value]));
}
