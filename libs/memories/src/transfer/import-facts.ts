import type { EventType } from '#contracts/events.js';
import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { factInOtherScope, hasOwnIds } from '#graph/commands/fact-in-scope.js';
import type { EntityByName } from '#graph/named-entities.js';
import { FACT_EVENTS, type FactDecision } from '#graph/projection/project-facts.js';

/** Whether an event is a decision about a fact. */
export function isFactEvent(event: { readonly type: EventType; readonly data: unknown }): event is FactDecision {
  return FACT_EVENTS.some((type) => type === event.type);
}

/** Data of a decision for another scope, as the log would have it; null where it says nothing there. */
export function factForScope(
  fact: FactDecision,
  scopeId: string,
  entities: Readonly<Record<string, EntityByName>>,
  valueKey: ExactJson | undefined,
): ExactJson {
  const known = {
    entities: new Map(Object.entries(entities)),
    valueKey: typeof valueKey === 'string' ? valueKey : null,
  };
  return parseExact(stringifyExact(factInOtherScope(fact, scopeId, known)));
}

/** Public ids of the memories that a confirmation repeats or was read with; none for other decisions. */
export function memoriesOfFact({ type, data }: FactDecision): string[] {
  if (type !== 'FactConfirmed' || data.memory_id === null) return [];
  return [data.memory_id, ...(data.context ?? [])];
}

/** What is wrong with a decision that has the shape of one; null: nothing. */
export function faultOfFact(event: FactDecision, scopeId: string): string | null {
  if (memoriesOfFact(event).some((id) => uuidOfMemoryId(id) === null))
    return 'a memory id must be a decimal string below 2^128';
  return hasOwnIds(event, scopeId) ? null : 'the ids of the fact are not those of its names and value in its scope';
}
