import type { EndObservation, NameRef, Observations } from '#contracts/observations.js';
import { RELATION_TYPES } from '#contracts/ontology.js';

/**
 * Dates each end of a memory no later than what the memory itself asserts of the same subject and predicate, whatever
 * the confidence: at one time an end comes before the other claims of its memory, so it never ends their values.
 */
export function endsBeforeValues(observations: Observations): Observations {
  const { ends = [] } = observations;
  if (ends.length === 0) return observations;
  const earliest = earliestValues(observations);
  const dated = new Map<string, EndObservation>();
  for (const end of ends) {
    const at = earliest.get(slotKey(end.predicate, end.subject));
    const moved = at === undefined ? end : { ...end, event_at_unix_nanos: at };
    const key = `${slotKey(end.predicate, end.subject)} ${String(moved.event_at_unix_nanos)}`;
    if ((dated.get(key)?.confidence ?? -1) < end.confidence) dated.set(key, moved);
  }
  return { ...observations, ends: [...dated.values()] };
}

/** Earliest event time of the values asserted of each subject and predicate. */
function earliestValues({ relations, statements }: Observations): ReadonlyMap<string, bigint> {
  const earliest = new Map<string, bigint>();
  const note = (predicate: string, subject: NameRef, time: bigint | number): void => {
    const key = slotKey(predicate, subject);
    const at = BigInt(time);
    if (at < (earliest.get(key) ?? at + 1n)) earliest.set(key, at);
  };
  for (const { type, from, to, polarity, event_at_unix_nanos: time } of relations) {
    if (polarity !== 'asserted') continue;
    for (const subject of RELATION_TYPES[type].symmetric ? [from, to] : [from]) note(type, subject, time);
  }
  for (const { predicate, subject, polarity, event_at_unix_nanos: time } of statements)
    if (polarity === 'asserted') note(predicate, subject, time);
  return earliest;
}

function slotKey(predicate: string, { type, name }: NameRef): string {
  return `${predicate} ${type} ${name.toLowerCase()}`;
}
