import type { DecidedFact, FactAsserted, FactConfirmed, FactRetracted } from '#contracts/fact-decisions.js';
import type { NameRef } from '#contracts/observations.js';
import { isRelationType, RELATION_TYPES, relationTypeId, statementKindOf } from '#contracts/ontology.js';
import { entityIdOf, entityKeyOf } from '#entity-resolution/entity-key.js';
import { decisionIdOf, factIdOf, relationIdOf, retractedIdOf, statementIdOf } from '../ids.js';
import type { NamedEntities } from '../named-entities.js';
import { RELATION_KIND, valueKeyOf } from '../projection/contributions/contribution.js';
import type { FactDecision } from '../projection/project-facts.js';
import {
  confirmedFact,
  retractedContent,
  retractedFact,
  statedFact,
  type ConfirmedMemory,
  type FactEnds,
  type RetractedInterval,
} from './fact-events.js';

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
export function factInOtherScope(event: FactDecision, scopeId: string, known: KnownEnds): DecidedFact | null {
  return event.type === 'FactRetracted' ? retractedInScope(event.data, scopeId, known) : statedInScope(event, scopeId);
}

/** Whether the ids of a decision are those of what it states, so that the projection finds what it expects. */
export function hasOwnIds(event: FactDecision, scopeId: string): boolean {
  const { data } = event;
  const { fact_id, subject_id, object_id, value_id, predicate } = data;
  if (!hasKnownKind(data)) return false;
  if (factIdOf(scopeId, predicate, subject_id, object_id ?? value_id ?? '') !== fact_id) return false;
  if (event.type === 'FactRetracted')
    return decisionIdOf(fact_id, 'retracted', retractedContent(intervalOf(event.data))) === data.decision_id;
  const own = statedInScope(event, scopeId);
  return own === null || (own.fact_id === fact_id && own.decision_id === data.decision_id);
}

/** Whether the predicate is of the kind, and its object what such a fact has. */
function hasKnownKind({ kind, predicate, object_id, value_id }: DecidedFact): boolean {
  if ((object_id === null) === (value_id === null)) return false;
  return isRelationType(predicate) ? kind === RELATION_KIND && object_id !== null : kind === statementKindOf(predicate);
}

type Stating = Exclude<FactDecision, { readonly type: 'FactRetracted' }>;

function statedInScope({ type, data }: Stating, scopeId: string): FactAsserted | FactConfirmed | null {
  const { kind, predicate, subject, object, value } = data;
  if (subject === null || (object === null && value === null)) return null;
  const [subjectRef, objectRef] = [nameRefOf(subject), object && nameRefOf(object)];
  const content = {
    ...{ subjectRef, objectRef, text: data.text ?? '' },
    value: value && ({ type: value.type, value: value.value } as typeof value),
    ...{ from: BigInt(data.valid_from_unix_nanos), to: BigInt(data.valid_to_unix_nanos) },
  };
  const ends = {
    ...{ kind, predicate, subject: idOf(scopeId, subjectRef), object: objectRef && idOf(scopeId, objectRef) },
    valueKey: value && valueKeyOf(value),
  };
  if (type === 'FactAsserted') return statedFact(scopeId, 'asserted', ends, content, howOf(data));
  return confirmedFact(scopeId, ends, content, { ...howOf(data), memory: memoryOf(data) });
}

function memoryOf({ memory_id: memoryId, reading = 1, context = [] }: FactConfirmed): ConfirmedMemory | null {
  return memoryId === null ? null : { memoryId, reading, context };
}

/** A name with the fields in the order in which ids are made of them. */
export function nameRefOf({ type, name }: NameRef): NameRef {
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
  return retractedFact(scopeId, ends, intervalIn(scopeId, ends, intervalOf(data)), howOf(data));
}

function intervalOf({ named_id, valid_from_unix_nanos: from = 0n, valid_to_unix_nanos: to = 0n }: FactRetracted) {
  return { named_id, from: BigInt(from), to: BigInt(to) };
}

/** The interval under another name, since the id that it had follows from the scope. */
function intervalIn(scopeId: string, ends: FactEnds, { from, to }: RetractedInterval): RetractedInterval {
  const pairId = pairIdOf(scopeId, ends);
  return { named_id: from === 0n && to === 0n ? pairId : retractedIdOf(scopeId, pairId, from, to), from, to };
}

/** Id that the first interval of the fact has while its names are not merged with others. */
function pairIdOf(scopeId: string, { predicate, subject, object, valueKey }: FactEnds): string {
  if (!isRelationType(predicate) || object === null)
    return statementIdOf(scopeId, predicate, subject, object ?? valueKey ?? '');
  const [from = '', to = ''] = RELATION_TYPES[predicate].symmetric ? [subject, object].sort() : [subject, object];
  return relationIdOf(scopeId, relationTypeId(predicate), from, to);
}
