import type { ClientBase } from 'pg';
import type { NameRef, StatementValue } from '#contracts/observations.js';
import {
  entityTypeOfId,
  isRelationType,
  relationAllows,
  RELATION_TYPES,
  statementKindOf,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { appendEvents } from '#event-store/append-events.js';
import { RELATION_KIND, valueKeyOf } from '../projection/contributions/contribution.js';
import { projectFacts } from '../projection/project-facts.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { verbalizeClaim, verbalizeName, verbalizeValue } from '../queries/claim-wording.js';
import { resolveEntityId } from '../queries/get-entity.js';
import { UnknownEntity } from './assign-name.js';
import { statedFact, type DecidedNow } from './fact-events.js';
import { namedDecision } from './named-decision.js';

/** A fact that a caller asserts. Times in Unix nanoseconds. */
export interface NewFact {
  readonly predicate: RelationType | StatementPredicate;
  readonly subjectId: string;
  readonly object: { readonly entityId: string } | { readonly value: StatementValue };
  /** Wording of a statement; by default that of its predicate. */
  readonly text: string | null;
  /** Since when it holds; null: from now on, or unknown if it has ended. */
  readonly from: bigint | null;
  /** When it ended; null while it holds. */
  readonly to: bigint | null;
}

/** Thrown when the ontology does not allow the fact, or when its times are in the wrong order. */
export class DisallowedFact extends Error {
  override readonly name = 'DisallowedFact';
}

/**
 * Asserts a fact in the caller's transaction, with its event. What memories say against it up to now no longer counts,
 * and what they say from now on counts as against any other fact. The caller holds the scope's lock (`lockScope`).
 * @returns id of the decision, whose claim the fact is read by
 * @throws UnknownEntity, DisallowedFact
 */
export async function assertFact(tx: ClientBase, scopeId: string, fact: NewFact, how: DecidedNow): Promise<string> {
  const { predicate, object } = fact;
  const subject = await namedRow(tx, scopeId, fact.subjectId);
  const target = 'entityId' in object ? await namedRow(tx, scopeId, object.entityId) : null;
  const value = 'value' in object ? object.value : null;
  const times = timesOf(fact, how);
  refuseDisallowed(predicate, subject, target, times);
  const kind = kindOf(predicate);
  const valueKey = value === null ? null : valueKeyOf(value);
  const text = kind === RELATION_KIND ? '' : (fact.text ?? wordingOf(predicate, subject, target, value));
  const ends = { kind, predicate, subject: subject.id, object: target?.id ?? null, valueKey };
  const content = { subjectRef: subject.ref, objectRef: target?.ref ?? null, value, text, ...times };
  const data = statedFact(scopeId, 'asserted', ends, content, how);
  const changes = await projectFacts(tx, scopeId, [{ type: 'FactAsserted', data }]);
  const named = await namedDecision(tx, scopeId, data);
  await appendEvents(tx, [
    { type: 'FactAsserted', scopeId, streamId: data.fact_id, data: named },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return data.decision_id;
}

function kindOf(predicate: NewFact['predicate']): string {
  return isRelationType(predicate) ? RELATION_KIND : (statementKindOf(predicate) ?? 'fact');
}

/** Beginning and end; without a beginning, it holds from now on, or if it has ended, since an unknown time. */
function timesOf({ from, to }: NewFact, { nowNanos }: DecidedNow) {
  return { from: from ?? (to === null ? nowNanos : 0n), to: to ?? 0n };
}

function wordingOf(
  predicate: string,
  { ref }: NamedRow,
  object: NamedRow | null,
  value: StatementValue | null,
): string {
  const said = value === null ? verbalizeName(object?.ref.name ?? '') : verbalizeValue(value);
  return verbalizeClaim(predicate, verbalizeName(ref.name), said);
}

interface NamedRow {
  readonly id: string;
  readonly ref: NameRef;
}

/** Row of the survivor, with its most used name. @throws UnknownEntity */
async function namedRow(tx: ClientBase, scopeId: string, entityId: string): Promise<NamedRow> {
  const id = await resolveEntityId(tx, scopeId, entityId);
  const { rows } = await tx.query<{ name: string; typeId: number }>(
    `SELECT n.surface AS name, e.type_id AS "typeId"
     FROM entities AS e JOIN entity_names AS n ON n.scope_id = $1 AND n.entity_id = e.entity_id
     WHERE e.scope_id = $1 AND e.entity_id = $2
     ORDER BY n.mention_count + n.reference_count DESC, n.surface LIMIT 1`,
    [scopeId, id],
  );
  const [row] = rows;
  if (id === null || !row) throw new UnknownEntity(entityId);
  return { id, ref: { type: entityTypeOfId(row.typeId), name: row.name } };
}

function refuseDisallowed(
  predicate: string,
  subject: NamedRow,
  object: NamedRow | null,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): void {
  if (to > 0n && to <= from) throw new DisallowedFact('valid_to must be after valid_from');
  if (object?.id === subject.id) throw new DisallowedFact('both ends of a fact are the same entity');
  if (!isRelationType(predicate) || object === null) return;
  const [a, b] = [subject.ref.type, object.ref.type];
  const isAllowed =
    relationAllows(predicate, a, b) || (RELATION_TYPES[predicate].symmetric && relationAllows(predicate, b, a));
  if (!isAllowed)
    throw new DisallowedFact(`${predicate} does not lead from an entity of type ${a} to one of type ${b}`);
}
