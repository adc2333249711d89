import { relationKey, statementKey } from '#contracts/merge-observations.js';
import type {
  Observations,
  Polarity,
  ReadInContext,
  RelationObservation,
  StatementObservation,
  Verifiable,
} from '#contracts/observations.js';

/**
 * Applies the LLM's verdicts to the claims of other stages: each verdict is a claim that replaces the one asked about,
 * and one that is not said is dropped.
 * @returns the runs of both; a function of their sets
 */
export function withVerdicts(byStages: readonly Observations[], byLlm: readonly Observations[]): Observations[] {
  const asked = new Set(byLlm.flatMap((run) => [...run.relations, ...run.statements].flatMap(askedKey)));
  if (asked.size === 0) return [...byStages, ...byLlm];
  const isReplaced = (claim: Claim): boolean => asked.has(keyOf(claim, claim.polarity));
  return [
    ...byStages.map((run) => withoutClaims(run, isReplaced)),
    ...byLlm.map((run) => withoutClaims(run, ({ verdict }) => verdict?.said === 'not_said')),
  ];
}

type Claim = RelationObservation | StatementObservation;

function askedKey(claim: Claim): string[] {
  const { verdict }: Verifiable = claim;
  return verdict === undefined ? [] : [keyOf(claim, verdict.asked)];
}

/** Key of a claim with its context: the same names and time, read with other turns, is another claim. */
function keyOf(claim: Claim, polarity: Polarity): string {
  const key = 'type' in claim ? relationKey({ ...claim, polarity }) : statementKey({ ...claim, polarity });
  return `${key} ${contextKey(claim)}`;
}

function contextKey({ context = [] }: ReadInContext): string {
  return [...new Set(context)].sort().join(' ');
}

function withoutClaims(run: Observations, isGone: (claim: Claim) => boolean): Observations {
  return {
    ...run,
    relations: run.relations.filter((claim) => !isGone(claim)),
    statements: run.statements.filter((claim) => !isGone(claim)),
  };
}
