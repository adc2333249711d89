import type { RetrieverName } from './retriever.js';

/**
 * All weights of the ranking. They were chosen by what they mean, and checked on conversations of our own with their
 * questions; docs/quality.md says what each brings.
 */
export const RANKING: Ranking = {
  rankConstant: 10,
  retrievers: {
    lexical: { weight: 1, bySupport: false, near: true },
    dense: { weight: 1, bySupport: false, near: true, aboveLast: true },
    entity_graph: { weight: 0.5, bySupport: true, near: false },
    time: { weight: 0.5, bySupport: true, near: false },
    recency: { weight: 0.5, bySupport: true, near: false },
  },
  lifts: { before: 0.5, after: 0.25, session: 0.3, speaker: 0.3, time: 0.5, when: 0.2 },
};

export interface Ranking {
  /**
   * Of reciprocal rank fusion: small, because the lists are short and their heads are good. (60, as in the paper, is
   * for lists of a thousand: it hardly tells the first from the tenth.)
   */
  readonly rankConstant: number;
  readonly retrievers: Readonly<Record<RetrieverName, Weighing>>;
  readonly lifts: Lifts;
}

/** How one retriever counts. */
export interface Weighing {
  /** What its ranks count beside those of the others. */
  readonly weight: number;
  /**
   * Whether a rank counts only as much as the memory's support: the graph ranks well what it knows, and of somebody
   * who is in every turn it knows little that a question asks for.
   */
  readonly bySupport: boolean;
  /**
   * Whether the turns next to what it found gain by that, and its session: words and meaning go on in the next turn,
   * while a claim stands where it stands.
   */
  readonly near: boolean;
  /** Whether only what lies above the last candidate's score tells: all cosines are high. */
  readonly aboveLast?: boolean;
}

/** What surroundings add to a memory's own score, each as a share. */
export interface Lifts {
  /** Of the score of the turn before it in its session: an answer follows its question, and often shares no word with it. */
  readonly before: number;
  /** Of the turn after it, which may say again what it is about; half of the other, for questions come before answers. */
  readonly after: number;
  /** For the session that matches best; others in proportion. */
  readonly session: number;
  /** For what a speaker says whom the question names: people are asked about by name, and say "I". */
  readonly speaker: number;
  /** For what was said, or happened, in the time that the question names. */
  readonly time: number;
  /** For a memory that tells a time, where the question asks for one. */
  readonly when: number;
}
