import { documentTerms, SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import type { QueryTermWeights } from '../query/term-weights.js';
import { VALUE_WORDS } from './requested-values.js';

/** Words that say what kind of answer is asked for, and not of what; a text that answers need not repeat them. */
const FORM_TERMS: ReadonlySet<string> = new Set(
  termsOf(`${VALUE_WORDS} live lived named name called do does did what who when where which how email job work`),
);
/** Minimum weight of a term: a name that occurs everywhere still says whom a sentence is about. */
const MIN_WEIGHT = 0.3;

/** Measures the share of a question's terms in a text, weighted by their rarity in the scope. */
export class QuestionTerms {
  private readonly weights: ReadonlyMap<string, number>;
  /** For each query term the terms of the index that match it, with the share that each counts. */
  private readonly matches = new Map<string, Map<string, number>>();

  constructor({ terms, speakers, queryWeights }: QueryTermWeights) {
    const weights = new Map<string, number>([...queryWeights]);
    for (const { queryTerm, weight } of speakers) weights.set(queryTerm, Math.max(weight, weights.get(queryTerm) ?? 0));
    for (const [term, weight] of weights)
      if (FORM_TERMS.has(term)) weights.delete(term);
      else weights.set(term, Math.max(MIN_WEIGHT, weight));
    this.weights = weights;
    for (const { queryTerm, term, share } of [...terms, ...speakers]) {
      let own = this.matches.get(queryTerm);
      if (!own) this.matches.set(queryTerm, (own = new Map<string, number>()));
      own.set(term.startsWith(SPEAKER_MARK) ? term.slice(SPEAKER_MARK.length) : term, share);
    }
  }

  /** Weighted share of the terms that a text has, 0..1; 1 if the question has no terms beyond its form. */
  coverageOf(terms: ReadonlySet<string>): number {
    let [covered, total] = [0, 0];
    for (const [term, weight] of this.weights) {
      covered += weight * this.shareOf(term, terms);
      total += weight;
    }
    return total === 0 ? 1 : covered / total;
  }

  /** How much of a query term a text has: 1, less for a spelling variant, or 0. */
  private shareOf(term: string, terms: ReadonlySet<string>): number {
    if (terms.has(term)) return 1;
    let best = 0;
    for (const [match, share] of this.matches.get(term) ?? []) if (terms.has(match)) best = Math.max(best, share);
    return best;
  }
}

/** Terms of a text and of its speaker's name, as the index has them. */
export function indexedTerms(text: string, speaker: string | null): ReadonlySet<string> {
  return new Set([...documentTerms(text, null).frequencies.keys(), ...termsOf(speaker ?? '')]);
}
