import type { Relation, Statement } from '../parts/fact-sentence.js';

/** A fact of an entity with the time it holds. */
export interface TimelineFact {
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  readonly predicate: string;
  readonly text: string;
  readonly confidence: number;
  readonly source: Relation['source'];
  readonly unsettled: boolean;
  readonly superseded_by: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly memoryIds: readonly string[];
  /** The entity at the other end of a relation. */
  readonly other: string | null;
}

/** A fact of a statement. */
export function factOfStatement(statement: Statement): TimelineFact {
  const { statement_id: id, object, memory_ids: memoryIds } = statement;
  return { ...statement, id, kind: 'statement', memoryIds, other: object.kind === 'entity' ? object.id : null };
}

/** A fact of a relation. @param text its sentence */
export function factOfRelation(relation: Relation, entityId: string, text: string): TimelineFact {
  const { relation_id: id, relation_type: predicate, from_entity, to_entity, memory_ids: memoryIds } = relation;
  const other = from_entity === entityId ? to_entity : from_entity;
  return { ...relation, id, kind: 'relation', predicate, text, memoryIds, other };
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
