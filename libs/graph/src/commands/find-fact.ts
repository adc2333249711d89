import type { ClientBase } from 'pg';
import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { valueIdOf } from '../ids.js';
import { loadMembers } from '../projection/clustering/entity-rows.js';
import { RELATION_KIND, type ClaimRow } from '../projection/contributions/contribution.js';
import { CLAIM_COLUMNS } from '../projection/contributions/contribution-rows.js';
import type { FactEnds } from './fact-events.js';

/** Table of a fact. */
export type FactTable = 'relations' | 'statements';

/** A fact or candidate by its id. */
export interface FoundFact {
  /** Its first claim, or the strongest one of a candidate. */
  readonly claim: ClaimRow;
  /** Beginning of its interval in Unix nanoseconds; 0 if it is unknown. */
  readonly validFrom: bigint;
  /** End of its interval in Unix nanoseconds; 0 while it holds. */
  readonly validTo: bigint;
  /** Time of its last claim in Unix nanoseconds, as far as it is known. */
  readonly lastAt: bigint;
  /** Whether it is a relation or statement now; else a candidate, or retracted. */
  readonly isListed: boolean;
  /** Survivors of its ends; the object is null for a value. */
  readonly subject: string;
  readonly object: string | null;
}

interface Place {
  readonly memoryId: string;
  readonly ordinal: number;
  readonly validFrom: bigint;
  readonly validTo: bigint;
  readonly lastAt: bigint;
}

type FoundRow = ClaimRow & { readonly subjectId: string; readonly objectId: string | null };

/**
 * Finds a relation or statement, else what was retracted by the id and is still said, else the candidate that would
 * have it; null when there is none.
 */
export async function findFact(
  tx: ClientBase,
  scopeId: string,
  table: FactTable,
  id: string,
): Promise<FoundFact | null> {
  const listed = await placeOfInterval(tx, scopeId, table, id);
  const place = listed ?? (await placeOfRetracted(tx, scopeId, id)) ?? (await placeOfCandidate(tx, scopeId, id));
  if (!place) return null;
  const survivorOf = (end: string): string =>
    `(SELECT ${survivorIdSql('e')} FROM entities AS e WHERE e.scope_id = $1 AND e.entity_id = claims.${end})`;
  const { rows } = await tx.query<FoundRow>(
    `SELECT ${CLAIM_COLUMNS}, ${survivorOf('subject')} AS "subjectId", ${survivorOf('object')} AS "objectId"
     FROM claims WHERE scope_id = $1 AND memory_id = $2 AND ordinal = $3`,
    [scopeId, place.memoryId, place.ordinal],
  );
  const [row] = rows;
  if (!row || (row.kind === RELATION_KIND) !== (table === 'relations')) return null;
  const { subjectId, objectId, ...claim } = row;
  const { validFrom, validTo, lastAt } = place;
  const isListed = listed !== undefined;
  return { claim, validFrom, validTo, lastAt, isListed, subject: subjectId, object: objectId };
}

/** The first claim of an interval. */
async function placeOfInterval(
  tx: ClientBase,
  scopeId: string,
  table: FactTable,
  id: string,
): Promise<Place | undefined> {
  const { rows } = await tx.query<Place>(
    `SELECT first_memory AS "memoryId", first_ordinal AS ordinal, valid_from_nanos AS "validFrom",
            valid_to_nanos AS "validTo", last_at_nanos AS "lastAt"
     FROM ${table} WHERE scope_id = $1 AND ${table.slice(0, -1)}_id = $2`,
    [scopeId, id],
  );
  return rows[0];
}

/** The strongest claim of a candidate; all that says so is one with it. */
async function placeOfCandidate(tx: ClientBase, scopeId: string, id: string): Promise<Place | undefined> {
  const { rows } = await tx.query<Place>(
    `SELECT memory_id AS "memoryId", ordinal, 0::bigint AS "validFrom", 0::bigint AS "validTo",
            event_at_nanos AS "lastAt"
     FROM candidate_evidence WHERE scope_id = $1 AND pair_id = $2 AND asserted ORDER BY weight DESC, memory_id, ordinal LIMIT 1`,
    [scopeId, id],
  );
  return rows[0];
}

/**
 * The first claim of what was retracted, in the interval that it had. Work: the claims of the subject with the
 * predicate.
 */
async function placeOfRetracted(tx: ClientBase, scopeId: string, id: string): Promise<Place | undefined> {
  const { rows } = await tx.query<Place & { readonly valueKey: string; readonly valueId: string | null }>(
    `SELECT c.memory_id AS "memoryId", c.ordinal, d.from_nanos AS "validFrom", d.to_nanos AS "validTo",
            c.event_at_nanos AS "lastAt", c.value_key AS "valueKey", d.value_id AS "valueId"
     FROM fact_decisions AS d JOIN claims AS c ON c.scope_id = $1 AND c.subject = d.subject AND c.predicate = d.predicate
       AND c.object IS NOT DISTINCT FROM d.object
     WHERE d.scope_id = $1 AND d.named_id = $2 AND c.asserted
       AND (d.from_nanos = 0 OR c.event_at_nanos >= d.from_nanos) AND (d.to_nanos = 0 OR c.event_at_nanos < d.to_nanos)
     ORDER BY d.decided_at_nanos DESC, c.event_at_nanos, c.memory_id, c.ordinal`,
    [scopeId, id],
  );
  return rows.find(({ valueKey, valueId }) => valueId === null || valueIdOf(scopeId, valueKey) === valueId);
}

/** Whether a caller retracted what had the id. */
export async function wasRetracted(tx: ClientBase, scopeId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM fact_decisions WHERE scope_id = $1 AND named_id = $2 LIMIT 1', [
    scopeId,
    id,
  ]);
  return rowCount === 1;
}

/** Maximum number of pairs of names for which a retraction is recorded. */
const MAX_NAMES = 100;

/**
 * Ends of all claims of a fact, by the entity rows that they name, and of its survivors: so a decision about each of
 * them holds however these rows are clustered later.
 */
export async function namesOfFact(
  tx: ClientBase,
  scopeId: string,
  { claim, subject, object }: FoundFact,
): Promise<FactEnds[]> {
  const { kind, predicate, valueKey } = claim;
  const members = await loadMembers(tx, scopeId, new Set([subject, ...(object === null ? [] : [object])]));
  const [subjects, objects] = [members.get(subject) ?? [], object === null ? [] : (members.get(object) ?? [])];
  const isSymmetric = isRelationType(predicate) && RELATION_TYPES[predicate].symmetric;
  const { rows } = await tx.query<{ subject: string; object: string | null }>(
    `SELECT DISTINCT subject, object FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND predicate = $4 AND value_key = ANY ($3::text[])
     UNION
     SELECT DISTINCT subject, object FROM claims
     WHERE $5 AND scope_id = $1 AND subject = ANY ($3::uuid[]) AND predicate = $4 AND value_key = ANY ($2::text[])
     ORDER BY 1, 2 LIMIT ${String(MAX_NAMES)}`,
    [scopeId, subjects, object === null ? [valueKey] : objects, predicate, isSymmetric],
  );
  return [{ subject, object }, ...rows].map((ends) => ({
    ...{ kind, predicate, ...ends, valueKey: ends.object === null ? valueKey : null },
  }));
}
