import type { Fact } from '../facts/fact.js';

/** A fact of an entity with the time it holds. */
export interface TimelineFact extends Fact {
  /** The entity at the other end; null for a value. */
  readonly other: string | null;
}

/** A fact as one of an entity. @param text its sentence */
export function timelineFact(fact: Fact, entityId: string, text: string): TimelineFact {
  const other = fact.subject.id === entityId ? (fact.object?.id ?? null) : fact.subject.id;
  return { ...fact, text, other };
}

/** Facts by predicate, each in the order given; those of which some hold now first. */
export function grouped(facts: readonly TimelineFact[]): readonly (readonly [string, readonly TimelineFact[]])[] {
  const groups = new Map<string, TimelineFact[]>();
  for (const fact of facts) {
    const group = groups.get(fact.predicate);
    if (group) group.push(fact);
    else groups.set(fact.predicate, [fact]);
  }
  return [...groups].sort(([, a], [, b]) => Number(b.some(holds)) - Number(a.some(holds)));
}

/** Facts by their beginning; what began at an unknown time comes first. */
export function byBeginning(facts: readonly TimelineFact[]): readonly TimelineFact[] {
  return facts.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Whether a fact holds now. */
export function holds({ valid_to, superseded_by }: TimelineFact): boolean {
  return superseded_by === null && (valid_to === null || Date.parse(valid_to) > Date.now());
}

/** Where a bar begins and ends, as shares of the axis. */
export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** The time that bars are drawn in, in milliseconds. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** From the first beginning to now, or to the last end if that is later; a day at least. */
export function axisOf(facts: readonly TimelineFact[], now: number): Axis {
  const times = facts.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to]).flatMap(millis);
  const from = Math.min(now, ...times);
  return { from, to: Math.max(now, from + 86_400_000, ...times) };
}

/** An unknown beginning is the left edge, and what holds reaches the right one. A bar is never too short to be seen. */
export function extentOf({ valid_from, valid_to }: TimelineFact, { from, to }: Axis): Extent {
  const share = (time: string | null, otherwise: number): number => {
    const [at] = millis(time);
    return at === undefined ? otherwise : ((at - from) / (to - from)) * 100;
  };
  const left = Math.min(share(valid_from, 0), 99);
  return { left, width: Math.max(1, share(valid_to, 100) - left) };
}

function startOf({ valid_from }: TimelineFact): number {
  return millis(valid_from)[0] ?? -Infinity;
}

function millis(iso: string | null): number[] {
  const at = iso === null ? NaN : Date.parse(iso);
  return Number.isNaN(at) ? [] : [at];
}
