import { termsOf } from '#graph/search/search-terms.js';
import type { ClaimAround } from './surroundings.js';
import { wordsLike } from '../words-like.js';
import { asksForPredicate, asksForRelation } from './cues.js';

/** What a claim that the question does not ask for is worth beside one that it asks for. */
const UNASKED = 0.25;
/** Claims at an entity that are few. */
const FEW = 4;
/** What each word adds that a claim shares with the question. */
const SHARED_WORD = 0.3;

/**
 * 0..1 of a claim: by the cues of its type, or by words that it shares with the question. One that the question does not
 * ask for says the less, the more there are at its entity: of somebody who is in everything, any claim is as good as another.
 * @param asked terms of the question
 * @param claims all that were read together
 */
export function fitTo(asked: ReadonlySet<string>, claims: readonly ClaimAround[]): (claim: ClaimAround) => number {
  const degrees = degreesOf(claims);
  const cued = new Map<string, boolean>();
  const sharedWith = sharedTerms(asked);
  return (claim) => {
    const key = `${claim.kind} ${claim.predicate}`;
    let isCued = cued.get(key);
    if (isCued === undefined) cued.set(key, (isCued = isAskedFor(claim, asked)));
    if (isCued) return 1;
    const scarce = Math.min(1, FEW / (degrees.get(claim.node) ?? 1));
    return Math.min(1, UNASKED * scarce + sharedWith(claim) * SHARED_WORD);
  };
}

function degreesOf(claims: readonly ClaimAround[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { node } of claims) degrees.set(node, (degrees.get(node) ?? 0) + 1);
  return degrees;
}

function isAskedFor({ kind, predicate }: ClaimAround, asked: ReadonlySet<string>): boolean {
  return kind === 'relation' ? asksForRelation(predicate, asked) : asksForPredicate(predicate, asked);
}

/** How many of the terms the text of a claim has. Most have none. */
function sharedTerms(asked: ReadonlySet<string>): (claim: ClaimAround) => number {
  const mayHave = wordsLike(asked);
  return ({ text, folded }) => {
    if (text === '' || !mayHave(folded)) return 0;
    const words = new Set(termsOf(text));
    let shared = 0;
    for (const term of asked) if (words.has(term)) shared += 1;
    return shared;
  };
}
