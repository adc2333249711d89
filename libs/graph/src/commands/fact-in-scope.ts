import type { DecidedFact, FactAsserted, FactConfirmed, FactRetracted } from '#contracts/events.js';
import type { NameRef } from '#contracts/observations.js';
import { isRelationType, RELATION_TYPES, relationTypeId, statementKindOf } from '#contracts/ontology.js';
import { entityIdOf, entityKeyOf } from '#entity-resolution/entity-key.js';
import { decisionIdOf, factIdOf, relationIdOf, statementIdOf } from '../ids.js';
import type { NamedEntities } from '../named-entities.js';
import { RELATION_KIND, valueKeyOf } from '../projection/contributions/contribution.js';
import type { FactDecision } from '../projection/facts/project-facts.js';
import type { StatedDecision } from '../projection/facts/fact-claims.js';
import { retractedFact, statedFact, type FactEnds } from './fact-events.js';

/** What tells the ends of a retracted fact, of which the decision holds only ids. */
export interface KnownEnds {
  readonly entities: NamedEntities;
  /** Null for an entity, or unknown. */
  readonly valueKey: string | null;
}

/**
 * A decision for another scope, where the same names have other ids.
 * @returns null for one that was erased, or whose ends are unknown: it says nothing there
 */
export function factInOtherScope({ type, data }: FactDecision, scopeId: string, known: KnownEnds): DecidedFact | null {
  return type === 'FactRetracted'
    ? retractedInScope(data, scopeId, known)
    : statedInScope(data, scopeId, type === 'FactAsserted' ? 'asserted' : 'confirmed');
}

/** Whether the ids of a decision are those of what it states, so that the projection finds what it expects. */
export function hasOwnIds({ type, data }: FactDecision, scopeId: string): boolean {
  const { fact_id, subject_id, object_id, value_id, predicate } = data;
  if (!hasKnownKind(data)) return false;
  if (factIdOf(scopeId, predicate, subject_id, object_id ?? value_id ?? '') !== fact_id) return false;
  if (type === 'FactRetracted') return decisionIdOf(fact_id, 'retracted', data.named_id) === data.decision_id;
  const own = statedInScope(data, scopeId, type === 'FactAsserted' ? 'asserted' : 'confirmed');
  return own === null || (own.fact_id === fact_id && own.decision_id === data.decision_id);
}

/** Whether the predicate is of the kind, and its object what such a fact has. */
function hasKnownKind({ kind, predicate, object_id, value_id }: DecidedFact): boolean {
  if ((object_id === null) === (value_id === null)) return false;
  return isRelationType(predicate) ? kind === RELATION_KIND && object_id !== null : kind === statementKindOf(predicate);
}

function statedInScope(
  data: FactAsserted | FactConfirmed,
  scopeId: string,
  decision: StatedDecision,
): FactAsserted | FactConfirmed | null {
  const { kind, predicate, subject, object, value } = data;
  if (subject === null || (object === null && value === null)) return null;
  const [subjectRef, objectRef] = [refOf(subject), object && refOf(object)];
  const content = {
    ...{ subjectRef, objectRef, text: data.text ?? '' },
    value: value && ({ type: value.type, value: value.value } as typeof value),
    ...{ from: BigInt(data.valid_from_unix_nanos), to: BigInt(data.valid_to_unix_nanos) },
  };
  const ends = {
    ...{ kind, predicate, subject: idOf(scopeId, subjectRef), object: objectRef && idOf(scopeId, objectRef) },
    valueKey: value && valueKeyOf(value),
  };
  const memory = 'memory_id' in data ? { memory_id: data.memory_id } : {};
  const how = { ...howOf(data), memoryId: memory.memory_id ?? null };
  return { ...statedFact(scopeId, decision, ends, content, how), ...memory };
}

/** The fields in the order in which ids are made of them. */
function refOf({ type, name }: NameRef): NameRef {
  return { type, name };
}

function idOf(scopeId: string, { type, name }: NameRef): string {
  return entityKeyOf(scopeId, type, name).entityId;
}

function howOf({ reason, decided_at_unix_nanos }: DecidedFact) {
  return { reason, nowNanos: BigInt(decided_at_unix_nanos) };
}

function retractedInScope(
  data: FactRetracted,
  scopeId: string,
  { entities, valueKey }: KnownEnds,
): FactRetracted | null {
  const idIn = (id: string): string | null => {
    const entity = entities.get(id);
    return entity ? entityIdOf(scopeId, entity.type_id, entity.normal_form) : null;
  };
  const { kind, predicate, subject_id, object_id } = data;
  const [subject, object] = [idIn(subject_id), object_id === null ? null : idIn(object_id)];
  if (subject === null || (object_id === null ? valueKey === null : object === null)) return null;
  const ends = { kind, predicate, subject, object, valueKey: object === null ? valueKey : null };
  return retractedFact(scopeId, ends, { ...howOf(data), named_id: namedIdOf(scopeId, ends) });
}

/** Id that the first interval of the fact has while its names are not merged with others. */
function namedIdOf(scopeId: string, { predicate, subject, object, valueKey }: FactEnds): string {
  if (!isRelationType(predicate) || object === null)
    return statementIdOf(scopeId, predicate, subject, object ?? valueKey ?? '');
  const [from = '', to = ''] = RELATION_TYPES[predicate].symmetric ? [subject, object].sort() : [subject, object];
  return relationIdOf(scopeId, relationTypeId(predicate), from, to);
}
