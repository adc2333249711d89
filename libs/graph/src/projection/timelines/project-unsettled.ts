import type { ClientBase } from 'pg';
import { RELATION_TYPES, relationTypeId, type RelationType } from '#contracts/ontology.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { ClaimThresholds } from '../../claim-thresholds.js';
import { RELATION_KIND } from '../contributions/contribution.js';
import { AGE_VALIDITY_NANOS } from './age-validity.js';
import { SHARED_HAS_ENDED, SHARING_ENDED, type ClosedRelations } from './shared-facts.js';

/** Facts that became unsettled or settled, and the entities at their ends. */
export interface UnsettledChanges {
  readonly relations: readonly string[];
  readonly statements: readonly string[];
  readonly ends: readonly string[];
}

interface ChangedRow {
  readonly id: string;
  readonly isRelation: boolean;
  readonly from: string;
  /** Null for a value. */
  readonly to: string | null;
}

/** Maximum number of candidates read per end of an entity, and of candidates that end one pair. */
const MAX_CANDIDATES = 100;

/** What changed in a projection. */
export interface Touched {
  /** Entities at the ends of intervals and candidates that changed. */
  readonly entityIds: readonly string[];
  /** Pairs whose claims changed. */
  readonly pairs: readonly string[];
  /** Jobs and homes that have ended, whose intervals were written or removed. */
  readonly closed: ClosedRelations;
  /** Memories of which claims no longer count. */
  readonly withdrawn: readonly string[];
}

/**
 * Writes which current facts are unsettled: those with contradictions, while confidence times ∏(1 − confidence of a
 * contradiction) is below that of a fact. Contradictions are candidates that come after its last claim: those that end
 * the fact, and of a functional predicate those of other memories that give the subject another value or none; of each
 * memory the strongest. What the memory of the last claim may say instead is another reading of the same words, which
 * the confidence of the claim counts. Unsettled too is what two have in common, once one of them has it no longer
 * (`shared-facts.ts`). The result follows from intervals, evidence, candidates and thresholds alone. Work: a bounded
 * number of candidates of each entity and pair, and the colleagues of somebody whose job ended.
 */
export async function projectUnsettled(
  tx: ClientBase,
  scopeId: string,
  { entityIds, pairs, closed, withdrawn }: Touched,
  { fact }: ClaimThresholds,
): Promise<UnsettledChanges> {
  if (fact === 0 || (entityIds.length === 0 && pairs.length === 0)) return { relations: [], statements: [], ends: [] };
  const { rows } = await tx.query<ChangedRow>(CHANGED_SQL, [
    ...[scopeId, entityIds, fact, pairs],
    ...[closed.leavers, closed.homes, withdrawn],
  ]);
  const relations = rows.filter(({ isRelation }) => isRelation).map(({ id }) => id);
  const statements = rows.filter(({ isRelation }) => !isRelation).map(({ id }) => id);
  await toggle(tx, scopeId, 'relation', relations);
  await toggle(tx, scopeId, 'statement', statements);
  return { relations, statements, ends: rows.flatMap(({ from, to }) => (to === null ? [from] : [from, to])) };
}

async function toggle(
  tx: ClientBase,
  scopeId: string,
  kind: 'relation' | 'statement',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `UPDATE ${kind}s SET unsettled = NOT unsettled WHERE scope_id = $1 AND ${kind}_id = ANY ($2::uuid[])`,
    [scopeId, ids],
  );
}

const functionalTypes = (Object.keys(RELATION_TYPES) as RelationType[]).filter(
  (type) => RELATION_TYPES[type].functional,
);
const symmetricTypes = functionalTypes.filter((type) => RELATION_TYPES[type].symmetric);
const idList = (types: readonly RelationType[]): string => types.map(relationTypeId).join(', ');
const PREDICATE_OF_TYPE = `CASE type_id ${functionalTypes.map((type) => `WHEN ${String(relationTypeId(type))} THEN '${type}'`).join(' ')} END`;

const SHARED = 'pair_id, confidence, last_at_nanos, last_memory, last_ordinal, unsettled';
const currentRelations = (end: string, types: readonly RelationType[]): string => `
  SELECT true AS is_relation, type_id, relation_id AS id, ${PREDICATE_OF_TYPE} AS predicate, from_entity AS subject, to_entity AS object,
         CASE WHEN type_id IN (${idList(symmetricTypes)}) THEN to_entity END AS other_subject, ${SHARED}
  FROM relations
  WHERE scope_id = $1 AND ${end} = touched.id AND valid_to_nanos = 0 AND type_id IN (${idList(types)})`;

const lastOf = (table: 'relations' | 'statements', columns: string, condition: string): string => `
  SELECT last.* FROM unnest($4::uuid[]) AS changed (id) CROSS JOIN LATERAL (
    SELECT ${columns}, ${SHARED}, valid_to_nanos FROM ${table}
    WHERE scope_id = $1 AND pair_id = changed.id AND ${condition}
    ORDER BY first_at_nanos DESC, first_memory DESC, first_ordinal DESC LIMIT 1) AS last`;

/**
 * Current facts of other predicates, by their pairs: an entity may have any number of them. Of the intervals of a pair
 * only the last may hold.
 */
const OTHER_FACTS = `
  SELECT is_relation, type_id, id, NULL, subject, object, NULL, ${SHARED} FROM (
    ${lastOf('relations', 'true AS is_relation, type_id, relation_id AS id, from_entity AS subject, to_entity AS object', `type_id NOT IN (${idList(functionalTypes)})`)}
    UNION ALL
    ${lastOf('statements', 'false, NULL::smallint, statement_id, subject, object_entity', "kind <> 'attribute'")}) AS others
  WHERE valid_to_nanos = 0`;

/**
 * Current facts of functional predicates of the entities; a symmetric relation has two subjects. An age that nothing
 * ended is one, whether or not its year is over: what is stored does not depend on the clock.
 */
const FACTS = `SELECT DISTINCT fact.* FROM unnest($2::uuid[]) AS touched (id) CROSS JOIN LATERAL (
  ${currentRelations('from_entity', functionalTypes)}
  UNION ALL ${currentRelations('to_entity', symmetricTypes)}
  UNION ALL
  SELECT false, NULL, statement_id, predicate, subject, object_entity, NULL, ${SHARED} FROM statements
  WHERE scope_id = $1 AND subject = touched.id AND valid_to_nanos = 0 AND kind = 'attribute'
  UNION ALL
  SELECT false, NULL, statement_id, predicate, subject, object_entity, NULL, ${SHARED} FROM statements
  WHERE scope_id = $1 AND subject = touched.id AND predicate = 'age' AND superseded_by IS NULL
    AND valid_to_nanos = last_at_nanos + ${String(AGE_VALIDITY_NANOS)}
) AS fact
UNION ALL ${OTHER_FACTS}
UNION ALL SELECT true, type_id, relation_id, ${PREDICATE_OF_TYPE}, from_entity, to_entity, NULL, ${SHARED} FROM (${SHARING_ENDED}) AS shared`;

const NOT_EVIDENCE = `NOT EXISTS (SELECT FROM evidence AS e
  WHERE e.scope_id = $1 AND e.memory_id = weak.memory_id AND e.ordinal = weak.ordinal)`;

const strongestAt = (end: string): string => `
  (SELECT pair_id, memory_id, ordinal, event_at_nanos, weight FROM candidate_evidence
   WHERE scope_id = $1 AND ${end} = node.id AND asserted
   ORDER BY weight DESC, memory_id, ordinal LIMIT ${String(MAX_CANDIDATES)})`;

/** The strongest candidates that assert something of the subjects of these facts, or that it has no value. */
const CANDIDATES = `SELECT node.id AS subject, weak.*, claim.kind = '${RELATION_KIND}' AS is_relation, claim.predicate
FROM (SELECT subject AS id FROM facts WHERE predicate IS NOT NULL UNION SELECT other_subject FROM facts WHERE other_subject IS NOT NULL) AS node
CROSS JOIN LATERAL (${strongestAt('entity_a')} UNION ALL ${strongestAt('entity_b')}) AS weak
JOIN claims AS claim ON claim.scope_id = $1 AND claim.memory_id = weak.memory_id AND claim.ordinal = weak.ordinal
JOIN entities AS own ON own.scope_id = $1 AND own.entity_id = claim.subject
WHERE ${NOT_EVIDENCE} AND (${survivorIdSql('own')} = node.id OR claim.kind = '${RELATION_KIND}'
  AND claim.predicate IN (${symmetricTypes.map((type) => `'${type}'`).join(', ')}))`;

const AFTER_FACT = `(weak.event_at_nanos, weak.memory_id, weak.ordinal)
  > (fact.last_at_nanos, fact.last_memory, fact.last_ordinal)`;

const CONTRADICTIONS = `SELECT fact.id, weak.memory_id, weak.weight
FROM facts AS fact JOIN candidates AS weak ON weak.subject IN (fact.subject, fact.other_subject)
  AND weak.is_relation = fact.is_relation AND weak.predicate = fact.predicate
WHERE weak.pair_id <> fact.pair_id AND weak.memory_id <> fact.last_memory AND ${AFTER_FACT}
UNION ALL
SELECT fact.id, weak.memory_id, weak.weight
FROM facts AS fact CROSS JOIN LATERAL (
  SELECT memory_id, ordinal, event_at_nanos, weight FROM candidate_evidence
  WHERE scope_id = $1 AND pair_id = fact.pair_id AND NOT asserted
  ORDER BY memory_id, ordinal LIMIT ${String(MAX_CANDIDATES)}) AS weak
WHERE ${NOT_EVIDENCE} AND ${AFTER_FACT}`;

/** Facts whose column is not as it should be. The sum of weights is capped, since exp(-745) is below all floats. */
const CHANGED_SQL = `
WITH facts AS MATERIALIZED (${FACTS}),
candidates AS MATERIALIZED (${CANDIDATES}),
contradictions AS (
  SELECT id, least(sum(weight), 5e11)::float8 / 1e9 AS weight FROM (
    SELECT id, memory_id, max(weight) AS weight FROM (${CONTRADICTIONS}) AS every GROUP BY id, memory_id) AS strongest
  GROUP BY id)
SELECT DISTINCT id, fact.is_relation AS "isRelation", fact.subject AS "from", fact.object AS "to"
FROM facts AS fact LEFT JOIN contradictions AS against USING (id)
WHERE fact.unsettled <> (coalesce(fact.confidence * exp(-against.weight) < $3, false) OR ${SHARED_HAS_ENDED} IS TRUE)`;
