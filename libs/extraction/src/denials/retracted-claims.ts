import { mergeObservations } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Claim } from '../assessment/claim.js';
import { objectText } from '../classifier/claims/claim-conflicts.js';
import type { PriorTurn } from '../pipeline/stage.js';
import { denies, type Denial } from './denied-claims.js';

/** Earlier turns of the speaker that may claim what a turn denies, latest first. */
export function turnsDenied<T extends PriorTurn>(own: readonly T[], denials: readonly Denial[]): T[] {
  const named = denials.filter(({ of }) => of !== 'now').map(({ claim }) => lastWordOf(claim));
  return own.filter(({ text }) => named.some((word) => text.toLowerCase().includes(word))).toReversed();
}

/** Retractions of the claims of an earlier memory that a later one denies: they were mistakes. */
export function retractionsOf(memoryId: string, said: Observations, denials: readonly Denial[]): Observations {
  const retracted = <C extends Claim>(claims: readonly C[]): C[] =>
    claims
      .filter((claim) => claim.polarity === 'asserted' && denials.some((d) => d.of !== 'now' && denies(d, claim)))
      .map((claim) => ({ ...claim, polarity: 'retracted', context: [memoryId] }));
  return { ...NO_OBSERVATIONS, relations: retracted(said.relations), statements: retracted(said.statements) };
}

/**
 * What a turn claims beside the retractions: what it says never held it does not end, once the claim that it denies is
 * retracted. What does not hold may have been told in other sessions too, and stays a weak end of it.
 */
export function withRetractions(
  { relations, statements, ...others }: Observations,
  retracted: readonly Observations[],
  denials: readonly Denial[],
): Observations {
  const claims = retracted.flatMap((found) => [...found.relations, ...found.statements]);
  const past = denials.filter((denial) => denial.of === 'ever' && claims.some((claim) => denies(denial, claim)));
  const dropped = new Set(past.map(({ claim }) => claim));
  const kept = <C extends Claim>(list: readonly C[]): C[] => list.filter((claim) => !dropped.has(claim));
  return mergeObservations([{ ...others, relations: kept(relations), statements: kept(statements) }, ...retracted]);
}

function lastWordOf(claim: Claim): string {
  const object = 'from' in claim ? claim.to.name.toLowerCase() : objectText(claim.object);
  return object.split(/\s+/).at(-1) ?? object;
}
