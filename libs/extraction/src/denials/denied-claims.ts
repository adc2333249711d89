import { RELATION_TYPES } from '#contracts/ontology.js';
import { isSameName } from '../names/same-name.js';
import { objectText } from '../classifier/claims/claim-conflicts.js';
import type { DeniedTime } from './affirmations.js';
import type { Claim } from '../assessment/claim.js';

/** A claim that a memory denies. */
export interface Denial {
  /** The claim as one that has ended. */
  readonly claim: Claim;
  readonly of: DeniedTime;
}

/**
 * Highest confidence of a denied claim as an end: below that of a fact, since nobody need ever have claimed it, and
 * enough to make the fact unsettled that it denies, though that be certain (0.997), at any threshold from 0.5.
 */
export const MAX_DENIAL_CONFIDENCE = 0.499;

/** Claims that a memory denies, read forward: what it then asserts, it does not deny. */
export class DeniedClaims {
  private found: Denial[] = [];

  deny(claim: Claim, of: DeniedTime): void {
    const confidence = Math.min(claim.confidence, MAX_DENIAL_CONFIDENCE);
    this.found.push({ claim: { ...claim, polarity: 'ended', confidence }, of });
  }

  assert(claim: Claim): void {
    if (this.found.length > 0 && claim.polarity === 'asserted')
      this.found = this.found.filter((denial) => !denies(denial, claim));
  }

  denials(): readonly Denial[] {
    return this.found;
  }
}

/** Whether a denial is of a claim: that of a boat is also of a red boat, that of tree nuts not of nuts. */
export function denies({ claim: denied }: Denial, claim: Claim): boolean {
  if ('from' in denied) return 'from' in claim && isSameRelation(denied, claim);
  if ('from' in claim || denied.predicate !== claim.predicate) return false;
  const [value, other] = [denied, claim].map(({ object }) => ` ${objectText(object).replace(ARTICLE, '')}`);
  return isSameName(denied.subject.name, claim.subject.name) && (other ?? '').endsWith(value ?? ' ');
}

const ARTICLE = /^(?:an?|the|any|my|his|her|our|their) /;

type Relation = Extract<Claim, { from: unknown }>;

function isSameRelation(a: Relation, b: Relation): boolean {
  if (a.type !== b.type) return false;
  if (isSameName(a.from.name, b.from.name) && isSameName(a.to.name, b.to.name)) return true;
  return RELATION_TYPES[a.type].symmetric && isSameName(a.from.name, b.to.name) && isSameName(a.to.name, b.from.name);
}
