import type { RetrieverName } from '../retrievers/retriever.js';

/**
 * All weights of the ranking. Tuned on half of our own conversations and questions and confirmed on the other half;
 * docs/quality.md says what each contributes.
 */
export const RANKING: RankingWeights = {
  retrievers: {
    lexical: { weight: 1, kind: 'content' },
    dense: { weight: 2, kind: 'content', normalization: 'minMax' },
    entity_graph: { weight: 3.5, kind: 'structural' },
    time: { weight: 0.5, kind: 'structural' },
    recency: { weight: 0.1, kind: 'structural' },
  },
  tokens: { weight: 0.5, range: 0.1 },
  boosts: {
    before: 0.45,
    after: 0.25,
    session: 0.3,
    speaker: 0.5,
    time: 1.5,
    statesTime: 0.25,
    length: 0.75,
    questionPenalty: 0.35,
  },
  role: { asked: 2, assistant: 0.5, repetition: 1 },
  state: { later: 0.4, replaced: 1, near: 0.35, rankDiscount: 0.1 },
};

export interface RankingWeights {
  readonly retrievers: Readonly<Record<RetrieverName, RetrieverWeights>>;
  /** MaxSim: gain of the best memory, and the distance behind it (in MaxSim score) at which the gain is 0. */
  readonly tokens: { readonly weight: number; readonly range: number };
  readonly boosts: Boosts;
  readonly role: RoleWeights;
  readonly state: StateWeights;
}

/** How questions in the first person, and those about what the assistant said, order messages by role. */
export interface RoleWeights {
  /** Boost of the assistant's messages if the question asks what it said. */
  readonly asked: number;
  /** Penalty of the assistant's messages if the question is in the first person. */
  readonly assistant: number;
  /** Further penalty of those that repeat what the user said. */
  readonly repetition: number;
}

/** How questions about the current or a former state order memories of one matter, see `orderByState`. */
export interface StateWeights {
  /** Boost of the latest of the memories near the best (for a former state the earliest), others in proportion. */
  readonly later: number;
  /** Penalty of a memory that a later one replaces, if both state the same. */
  readonly replaced: number;
  /** Share of the best score, or content score, from which on a memory is near the best. */
  readonly near: number;
  /** Rank discount of structural scores, 0..1: old and new values of a matter are found by the graph alike. */
  readonly rankDiscount: number;
}

/** Weights of one retriever. */
export interface RetrieverWeights {
  /**
   * Content retrievers: share in the weighted mean of those that found something. Other retrievers: structural score of
   * the first candidate at full support, relative to a maximum content score of 1. The second candidate gets half of
   * that, the third a third, because only the heads of their lists are good.
   */
  readonly weight: number;
  /**
   * Matches of content retrievers boost adjacent messages and their session: a topic continues in the next message,
   * while a claim belongs to one message only.
   */
  readonly kind: 'content' | 'structural';
  /** How content scores are normalized: by the best score (default), or by min-max, because all cosines are high. */
  readonly normalization?: 'best' | 'minMax';
}

/** Boosts by session context and form, each as a share of the score. */
export interface Boosts {
  /** Share of the previous message's content score: an answer follows its question and often shares no word with it. */
  readonly before: number;
  /**
   * Share of the next message's content score, which may repeat the topic; about half of `before`, because questions
   * precede answers.
   */
  readonly after: number;
  /**
   * Boost of the best matching session, others in proportion. It is added, so that it reaches messages that share no
   * word.
   */
  readonly session: number;
  /** Boost of messages by a speaker whom the question names: people are asked about by name, and say "I". */
  readonly speaker: number;
  /** Boost of memories whose event time is in or near the time that the question names. */
  readonly time: number;
  /** Boost of memories that state a time, if the question asks for one. */
  readonly statesTime: number;
  /** Boost of long memories; "yes!!" is similar to much and answers little. */
  readonly length: number;
  /**
   * Penalty of messages that end with a question mark: they are similar to the question, and the answer is in the next
   * message.
   */
  readonly questionPenalty: number;
}
