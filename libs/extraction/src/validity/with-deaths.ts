import { RELATION_TYPES } from '#contracts/ontology.js';
import type { NameRef, Observations } from '#contracts/observations.js';
import { predicateOfClaim, type Claim } from '../assessment/claim.js';
import { isSameRef } from '../names/same-name.js';
import { endsByDeath } from '../rules/factuality/deceased.js';

/** Only a death ends an age without giving another one. */
const OF_DEATH = 'age';
/** Ends that are too weak to be facts change nothing of what their memory claims. */
const MIN_CONFIDENCE = 0.75;

/**
 * Ends what a memory claims of somebody of whose death it tells, as far as it ends with a life: "Ted died on Sunday,
 * his wife Ana was with him" claims no marriage that lasts. An end that names no value ends none of its own memory.
 */
export function withDeaths(observations: Observations): Observations {
  const dead = (observations.ends ?? [])
    .filter(({ predicate, confidence }) => predicate === OF_DEATH && confidence >= MIN_CONFIDENCE)
    .map(({ subject }) => subject);
  if (dead.length === 0) return observations;
  const isDead = (ref: NameRef) => dead.some((other) => isSameRef(other, ref));
  const told = <C extends Claim>(claim: C): C =>
    claim.polarity === 'asserted' && endsByDeath(predicateOfClaim(claim)) && livesOf(claim).some(isDead)
      ? { ...claim, polarity: 'ended' }
      : claim;
  return {
    ...observations,
    relations: observations.relations.map(told),
    statements: observations.statements.map(told),
  };
}

/** Whose death ends a claim: a marriage ends with either. */
function livesOf(claim: Claim): readonly NameRef[] {
  if (!('from' in claim)) return [claim.subject];
  return RELATION_TYPES[claim.type].symmetric ? [claim.from, claim.to] : [claim.from];
}
