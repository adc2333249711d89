import { isRelationType, RELATION_TYPES, statementKindOf, type RelationType } from '#contracts/ontology.js';
import { RELATION_KIND, type ClaimRow } from './contribution.js';
import type { TimelineRule } from './timeline.js';

/** The claims that are judged together: all of one subject, or all of one pair. Ids are survivors. */
export interface TimelineKey {
  readonly isRelation: boolean;
  readonly predicate: string;
  readonly from: string;
  /** null: whatever the object (one at a time). */
  readonly to: string | null;
}

/** How claims of a predicate are judged. */
export function ruleOf(isRelation: boolean, predicate: string): TimelineRule {
  if (!isRelation) return { single: statementKindOf(predicate) === 'attribute', symmetric: false };
  if (!isRelationType(predicate)) throw new TypeError(`no relation type ${predicate}`);
  const { single, symmetric } = RELATION_TYPES[predicate];
  return { single, symmetric };
}

/** Relation types that are both symmetric and one at a time: their timelines join along the pairs. */
export const PAIRING_TYPES = (Object.keys(RELATION_TYPES) as RelationType[]).filter(
  (type) => RELATION_TYPES[type].symmetric && RELATION_TYPES[type].single,
);

/** A claim between survivors; the ends of a symmetric relation in id order. */
export interface ResolvedClaim {
  readonly claim: ClaimRow;
  readonly isRelation: boolean;
  readonly from: string;
  /** Survivor's id, or the key of a value. */
  readonly to: string;
}

/** A claim under the survivors of its ends; null when both ends have become one entity. */
export function resolveClaim(claim: ClaimRow, survivors: ReadonlyMap<string, string>): ResolvedClaim | null {
  const isRelation = claim.kind === RELATION_KIND;
  const from = survivors.get(claim.subject) ?? claim.subject;
  const to = claim.object === null ? claim.valueKey : (survivors.get(claim.object) ?? claim.object);
  if (isRelation && from === to) return null;
  const swap = isRelation && ruleOf(true, claim.predicate).symmetric && to < from;
  return { claim, isRelation, from: swap ? to : from, to: swap ? from : to };
}

/** The timeline a claim belongs to. */
export function timelineOf(resolved: ResolvedClaim): TimelineKey {
  const { isRelation, from, to, claim } = resolved;
  const { single, symmetric } = ruleOf(isRelation, claim.predicate);
  return { isRelation, predicate: claim.predicate, from, to: single && !symmetric ? null : to };
}

export function textOfKey(key: TimelineKey): string {
  return `${key.isRelation ? 'r' : 's'} ${key.predicate} ${key.from} ${key.to ?? ''}`;
}
