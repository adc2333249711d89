import type { RetrieverName } from '../retrievers/retriever.js';

/**
 * All weights of the ranking. Chosen on conversations of our own with their questions, half of them to choose on and the
 * other half to confirm; docs/quality.md says what each brings.
 */
export const RANKING: RankingWeights = {
  retrievers: {
    lexical: { weight: 1, near: true },
    dense: { weight: 2, near: true, aboveLast: true },
    entity_graph: { weight: 3.5, near: false },
    time: { weight: 0.5, near: false },
    recency: { weight: 0.5, near: false },
  },
  tokens: { weight: 0.5, range: 0.1 },
  boosts: {
    before: 0.45,
    after: 0.25,
    session: 0.3,
    speaker: 0.5,
    time: 0.5,
    statesTime: 0.25,
    length: 0.75,
    questionPenalty: 0.35,
  },
};

export interface RankingWeights {
  readonly retrievers: Readonly<Record<RetrieverName, RetrieverWeights>>;
  /** What the nearest word by word gains, and how far behind it, in nearness, others gain nothing. */
  readonly tokens: { readonly weight: number; readonly range: number };
  readonly boosts: Boosts;
}

/** How one retriever counts. */
export interface RetrieverWeights {
  /**
   * Of those that find by words and meaning: what its scores count among those of its kind that found something. Of the
   * others: what the first of its list gains where it is sure of it, beside 1 for the nearest; the second half of that,
   * the third a third, for their lists are good at their heads only.
   */
  readonly weight: number;
  /**
   * Whether the turns next to what it found gain by that, and its session: words and meaning go on in the next turn,
   * while a claim stands where it stands.
   */
  readonly near: boolean;
  /** Whether only what lies above the last candidate's score tells: all cosines are high. */
  readonly aboveLast?: boolean;
}

/** What a memory's surroundings and form add to its own score, each as a share. */
export interface Boosts {
  /** Of the score of the turn before it in its session: an answer follows its question, and often shares no word with it. */
  readonly before: number;
  /** Of the turn after it, which may say again what it is about; half of the other, for questions come before answers. */
  readonly after: number;
  /** For the session that matches best, others in proportion; added, so that it reaches turns that share no word. */
  readonly session: number;
  /** For what a speaker says whom the question names: people are asked about by name, and say "I". */
  readonly speaker: number;
  /** For what was said, or happened, in the time that the question names. */
  readonly time: number;
  /** For a memory that tells a time, where the question asks for one. */
  readonly statesTime: number;
  /** For a memory that is long enough to tell something; "yes!!" is near to much and answers little. */
  readonly length: number;
  /** What a turn that ends by asking loses: it is near to what is asked, and what is told stands in the next. */
  readonly questionPenalty: number;
}
