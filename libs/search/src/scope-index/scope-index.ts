import type { NeighbourhoodCache } from './neighbourhood-cache.js';
import type { SearchFilter } from '../filter/search-filter.js';

/** A term with its weight. */
export interface TermWeight {
  readonly term: string;
  readonly weight: number;
}

/** Document frequencies of terms, and the size of the index. */
export interface TermStatistics {
  /** Document frequency of each requested term; 0 or absent if the scope does not contain the term. */
  readonly documentFrequencies: ReadonlyMap<string, number>;
  /** Number of memories in the index, and the sum of their lengths in terms. */
  readonly documentCount: number;
  readonly totalLength: number;
}

/** A term of the scope that may be a spelling variant of a requested term. */
export interface FuzzyMatch {
  readonly queryTerm: string;
  readonly term: string;
  /** Document frequency. */
  readonly documents: number;
}

/** BM25 score of a memory, and the matched terms. */
export interface ScoredDocument {
  readonly score: number;
  readonly terms: readonly string[];
}

/** Per-memory features used by the ranking. They do not change while the memory exists. */
export interface MemoryFeatures {
  readonly session: string | null;
  readonly speaker: string | null;
  /** Role of the speaker, such as `user`; null if unknown. */
  readonly role: string | null;
  /** Event time in unix nanoseconds; the storage time where the event time is unset. */
  readonly eventTimeNanos: bigint;
  /** Whether the text states a time: a date, a weekday, "yesterday"; null if it was not checked yet. */
  readonly statesTime: boolean | null;
  /** Document length: number of terms in the text; of a long one, in its mean passage. */
  readonly termCount: number;
  /** Whether the text ends with a question mark. */
  readonly isQuestion: boolean;
}

/** Features of a memory, with its neighbours in the dialogue. */
export interface SessionContext extends MemoryFeatures {
  readonly memoryId: string;
  /** The previous and next turn of the dialogue (`dialogueNeighbours`), regardless of the filter; null if none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Turns before and after a memory in its dialogue, nearest first, up to `SESSION_NEIGHBOURS` on each side. */
export interface SessionNeighbours {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What to load about memories and their session neighbours. */
export interface SessionContextOptions {
  readonly filter: SearchFilter;
  /** Whether the question asks for a time, so that `statesTime` is needed. */
  readonly statesTime: boolean;
  /** Whether to load the contexts of adjacent turns too, of those that pass the filter. */
  readonly neighbours: boolean;
}

/** An entity name found in a question. */
export interface NameHit {
  /** The folded words that were looked up: a whole name, or the first word of a longer one. */
  readonly queriedName: string;
  readonly isFirstWord: boolean;
  /** Id of the entity that has the name, not of its survivor. */
  readonly entityId: string;
}

/**
 * Read access of recall to the terms, names and session contexts of a scope, from Postgres or from memory. Both
 * implementations give the same results. It contains live, projected memories. Ids are UUIDs.
 */
export interface ScopeIndex {
  /**
   * Index version; null when the index is read from Postgres. Changes whenever terms, names, vectors or the graph
   * change.
   */
  readonly version: string | null;
  /** Cached neighbourhoods as of this version; null if nothing is cached. */
  readonly neighbourhoods: NeighbourhoodCache | null;
  /**
   * Entities with one of the names, and for each word of `firstWords` the first MAX_NAMESAKES entities with a longer
   * name that begins with it.
   */
  findNames(names: readonly string[], firstWords: readonly string[]): MaybePromise<readonly NameHit[]>;
  /** The given names that are a person's name or the beginning of one. */
  filterPersonNames(names: readonly string[]): MaybePromise<ReadonlySet<string>>;
  documentFrequencies(terms: readonly string[]): MaybePromise<TermStatistics>;
  /**
   * Candidates for fuzzy expansion: for each requested term, up to MAX_TERMS_PER_KEY terms with the same prefix. For
   * requested terms that are not in `known`, also terms of nearly the same length that share a 4-gram.
   */
  fuzzyTerms(queryTerms: readonly string[], known: ReadonlySet<string>): MaybePromise<readonly FuzzyMatch[]>;
  /**
   * The `limit` memories with the highest BM25 scores among those that contain a term and pass the filter, best first.
   */
  searchTopK(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    filter: SearchFilter,
    limit: number,
  ): MaybePromise<ReadonlyMap<string, ScoredDocument>>;
  /** BM25 scores of the given memories by further terms. */
  scoreDocuments(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    memoryIds: readonly string[],
  ): MaybePromise<ReadonlyMap<string, ScoredDocument>>;
  /** Those of the given memories that may have several passages. */
  longMemories(memoryIds: readonly string[]): readonly string[];
  /** Weighted share (0..1) of the terms that each memory contains, for the given memories that pass the filter. */
  termOverlap(
    memoryIds: readonly string[],
    words: readonly TermWeight[],
    filter: SearchFilter,
  ): MaybePromise<ReadonlyMap<string, number>>;
  /** Neighbouring turns of memories in their dialogues. */
  sessionNeighbours(memoryIds: readonly string[]): MaybePromise<ReadonlyMap<string, SessionNeighbours>>;
  /** Session contexts of the memories and, if `neighbours` is set, of the adjacent turns. */
  loadSessionContexts(
    memoryIds: readonly string[],
    options: SessionContextOptions,
  ): MaybePromise<ReadonlyMap<string, SessionContext>>;
}

export type MaybePromise<T> = T | Promise<T>;

/**
 * Neighbouring messages on each side that help to understand a message. Of one, two, three, four and six, two found the
 * most on our own chats.
 */
export const SESSION_NEIGHBOURS = 2;
/** Maximum number of entities taken for a shared first name. */
export const MAX_NAMESAKES = 5;
/** Length in characters of the prefix that forms of one word share. */
export const PREFIX_LENGTH = 4;
/** Maximum number of terms read for each prefix and for each n-gram. */
export const MAX_TERMS_PER_KEY = 500;
/** Maximum difference in length between a term and its misspelling. */
export const MAX_LENGTH_DIFFERENCE = 2;

export function prefixOf(term: string): string {
  return Array.from(term).slice(0, PREFIX_LENGTH).join('');
}

/** Character 4-grams of a term with its ends marked: for `ana`, `^ana` and `ana$`. */
export function ngramsOf(term: string): Set<string> {
  const padded = `^${term}$`;
  return new Set(Array.from({ length: padded.length - 3 }, (_, i) => padded.slice(i, i + 4)));
}

/** BM25 parameters: saturation of the term frequency, and length normalization. These are the usual values. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/** Factor of BM25 on the weight of a term: its saturated frequency, by document length. */
export function bm25Saturation(frequency: number, length: number, averageDocumentLength: number): number {
  const lengthNormalization = 1 - BM25_B + (BM25_B * length) / Math.max(averageDocumentLength, 1);
  return (frequency * (BM25_K1 + 1)) / (frequency + BM25_K1 * lengthNormalization);
}

/**
 * Budget of postings read to find candidates. Terms beyond the budget only add to the scores of memories that other
 * terms found.
 */
export const MAX_POSTINGS = 20_000;
