import { termsOf } from '#search/terms/terms.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import { mayContainTerm } from '../../query/may-contain-term.js';
import { isPredicateRequested, isRelationRequested } from './relation-cues.js';

/** What a claim that the question does not ask for is worth beside one that it asks for. */
const UNREQUESTED_WEIGHT = 0.25;
/** Claims at an entity that are few. */
const LOW_DEGREE = 4;
/** What each word adds that a claim shares with the question. */
const SHARED_WORD_BONUS = 0.3;

/**
 * 0..1 of a claim: by the cues of its type, or by words that it shares with the question. One that the question does not
 * ask for says the less, the more there are at its entity: of somebody who is in everything, any claim is as good as another.
 * @param asked terms of the question
 * @param claims all that were read together
 */
export function relevanceTo(
  asked: ReadonlySet<string>,
  claims: readonly AdjacentClaim[],
): (claim: AdjacentClaim) => number {
  const degrees = degreesOf(claims);
  const cued = new Map<string, boolean>();
  const sharedWith = sharedTerms(asked);
  return (claim) => {
    const key = `${claim.kind} ${claim.predicate}`;
    let isCued = cued.get(key);
    if (isCued === undefined) cued.set(key, (isCued = isRequested(claim, asked)));
    if (isCued) return 1;
    const scarce = Math.min(1, LOW_DEGREE / (degrees.get(claim.node) ?? 1));
    return Math.min(1, UNREQUESTED_WEIGHT * scarce + sharedWith(claim) * SHARED_WORD_BONUS);
  };
}

function degreesOf(claims: readonly AdjacentClaim[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { node } of claims) degrees.set(node, (degrees.get(node) ?? 0) + 1);
  return degrees;
}

function isRequested({ kind, predicate }: AdjacentClaim, asked: ReadonlySet<string>): boolean {
  return kind === 'relation' ? isRelationRequested(predicate, asked) : isPredicateRequested(predicate, asked);
}

/** How many of the terms the text of a claim has. Most have none. */
function sharedTerms(asked: ReadonlySet<string>): (claim: AdjacentClaim) => number {
  const mayHave = mayContainTerm(asked);
  return ({ text, folded }) => {
    if (text === '' || !mayHave(folded)) return 0;
    const words = new Set(termsOf(text));
    let shared = 0;
    for (const term of asked) if (words.has(term)) shared += 1;
    return shared;
  };
}
