import { isRelationType, RELATION_TYPES, statementKindOf } from '#contracts/ontology.js';
import { NO_VALUE, RELATION_KIND, type ClaimRow } from '../contributions/contribution.js';

/** How claims of a predicate affect each other. */
export interface TimelineRule {
  /** Whether the predicate is functional: an assertion ends other values of the same subject. */
  readonly functional: boolean;
  /** Whether either end is a subject. */
  readonly symmetric: boolean;
}

/**
 * Timeline rule of a predicate.
 * @throws TypeError for an unknown relation type
 */
export function ruleOf(isRelation: boolean, predicate: string): TimelineRule {
  if (!isRelation) return { functional: statementKindOf(predicate) === 'attribute', symmetric: false };
  if (!isRelationType(predicate)) throw new TypeError(`no relation type ${predicate}`);
  const { functional, symmetric } = RELATION_TYPES[predicate];
  return { functional, symmetric };
}

/** A claim between survivors; the ends of a symmetric relation are in id order. */
export interface ResolvedClaim {
  readonly claim: ClaimRow;
  readonly isRelation: boolean;
  readonly from: string;
  /** Id of the survivor, the key of a value, or `NO_VALUE`. */
  readonly to: string;
}

/** Maps the ends of a claim to their survivors; null for a relation whose ends have become one entity. */
export function resolveClaim(claim: ClaimRow, survivors: ReadonlyMap<string, string>): ResolvedClaim | null {
  const isRelation = claim.kind === RELATION_KIND;
  const from = survivors.get(claim.subject) ?? claim.subject;
  const to = claim.object === null ? claim.valueKey : (survivors.get(claim.object) ?? claim.object);
  if (isRelation && from === to) return null;
  const swap = isRelation && to !== NO_VALUE && ruleOf(true, claim.predicate).symmetric && to < from;
  return { claim, isRelation, from: swap ? to : from, to: swap ? from : to };
}
