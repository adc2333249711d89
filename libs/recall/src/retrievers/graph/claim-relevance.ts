import { termsOf } from '#search/terms/terms.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import { mayContainTerm } from '../../query/may-contain-term.js';
import { isPredicateRequested, isRelationRequested } from './relation-cues.js';

/** Relevance of a claim that the question does not ask for, relative to one that it asks for. */
const UNREQUESTED_WEIGHT = 0.25;
/** Number of claims up to which an entity has a low degree. */
const LOW_DEGREE = 4;
/** Relevance gained per term that a claim shares with the question. */
const SHARED_WORD_BONUS = 0.3;

/**
 * Scores the relevance of claims to a question, 0..1: 1 if cue words of the claim's type are in the question, otherwise
 * by shared terms and by the degree of its entity. An unrequested claim counts less the more claims its entity has.
 * @param asked terms of the question
 * @param claims all claims that were read together
 */
export function relevanceTo(
  queryTerms: ReadonlySet<string>,
  claims: readonly AdjacentClaim[],
): (claim: AdjacentClaim) => number {
  const degrees = degreesOf(claims);
  const cued = new Map<string, boolean>();
  const sharedWith = sharedTerms(queryTerms);
  return (claim) => {
    const key = `${claim.kind} ${claim.predicate}`;
    let isCued = cued.get(key);
    if (isCued === undefined) cued.set(key, (isCued = isRequested(claim, queryTerms)));
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

/** Whether cue words of the claim's type are in the question. */
export function isRequested({ kind, predicate }: AdjacentClaim, queryTerms: ReadonlySet<string>): boolean {
  return kind === 'relation' ? isRelationRequested(predicate, queryTerms) : isPredicateRequested(predicate, queryTerms);
}

/** Number of query terms in the text of a claim; 0 for most claims. */
function sharedTerms(queryTerms: ReadonlySet<string>): (claim: AdjacentClaim) => number {
  const mayHave = mayContainTerm(queryTerms);
  return ({ text, folded }) => {
    if (text === '' || !mayHave(folded)) return 0;
    const words = new Set(termsOf(text));
    let shared = 0;
    for (const term of queryTerms) if (words.has(term)) shared += 1;
    return shared;
  };
}
