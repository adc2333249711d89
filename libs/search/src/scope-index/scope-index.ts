import type { NeighbourhoodCache } from './neighbourhood-cache.js';
import type { RecallFilter } from '../filter/recall-filter.js';

/** A term with what it weighs. */
export interface TermWeight {
  readonly term: string;
  readonly weight: number;
}

/** In how many memories terms stand. */
export interface TermStatistics {
  /** Of each term that was asked for; 0 or nothing where the scope does not know it. */
  readonly documentFrequencies: ReadonlyMap<string, number>;
  /** Memories in the index of the scope, and the sum of their lengths in terms. */
  readonly documentCount: number;
  readonly totalLength: number;
}

/** A term of the scope that may be spelt like one that is asked for. */
export interface FuzzyMatch {
  readonly asked: string;
  readonly term: string;
  /** In how many memories it stands. */
  readonly documents: number;
}

/** A memory with its score by BM25, and the terms it was found by. */
export interface ScoredDocument {
  readonly score: number;
  readonly terms: readonly string[];
}

/** What a ranking reads of a memory by itself. None of it changes as long as the memory is there. */
export interface MemoryFeatures {
  readonly session: string | null;
  readonly speaker: string | null;
  /** Unix nanoseconds: when it was said, or stored where that is unset. */
  readonly eventTimeNanos: bigint;
  /** Whether its text tells a time: a date, a weekday, "yesterday"; null where nobody asked for a time yet. */
  readonly statesTime: boolean | null;
  /** Words of its text that are terms of the index. */
  readonly termCount: number;
  /** Whether its text ends with a question mark. */
  readonly isQuestion: boolean;
}

/** Where a memory stands among others. */
export interface SessionContext extends MemoryFeatures {
  readonly memoryId: string;
  /** The turns around it in its session, whether they pass the filter or not; null at either end. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The turns around a memory in its session, the nearest first, up to `SESSION_NEIGHBOURS` on each side. */
export interface SessionNeighbours {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Of which memories' surroundings how much is wanted. */
export interface SessionContextOptions {
  readonly filter: RecallFilter;
  /** Whether the question asks for a time. */
  readonly statesTime: boolean;
  /** Whether the places of the turns next to them are wanted too, of those that pass the filter. */
  readonly neighbours: boolean;
}

/** A name that stands in a question. */
export interface NameHit {
  /** What was looked for, folded: the whole name, or its first word. */
  readonly asked: string;
  readonly isFirstWord: boolean;
  /** Not the survivor of its group: the entity that goes by the name. */
  readonly entityId: string;
}

/**
 * What recall asks of the words and names of a scope, and of where its memories stand: read from Postgres, or held in
 * memory. Both say the same. Memories are those in the index: live, and projected. Ids are UUIDs.
 */
export interface ScopeIndex {
  /** How far it was read, where it is held in memory: the same as long as neither words, names, vectors nor the graph changed. */
  readonly version: string | null;
  /** What was read around entities up to this version; null where nothing is held. */
  readonly neighbourhoods: NeighbourhoodCache | null;
  /** Entities with one of the names, and of those with a longer name that begins with one of the words the first five of each. */
  findNames(names: readonly string[], firstWords: readonly string[]): MaybePromise<readonly NameHit[]>;
  /** Which of these are names of persons, or what one begins with. */
  filterPersonNames(names: readonly string[]): MaybePromise<ReadonlySet<string>>;
  documentFrequencies(terms: readonly string[]): MaybePromise<TermStatistics>;
  /**
   * Terms with the same beginning as one that is asked for, at most 500 each; of those that the scope does not know, also
   * terms of nearly the same length that share any four characters.
   */
  fuzzyTerms(asked: readonly string[], known: ReadonlySet<string>): MaybePromise<readonly FuzzyMatch[]>;
  /** The memories of the terms that pass the filter, by their scores, best first. */
  searchTopK(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    filter: RecallFilter,
    limit: number,
  ): MaybePromise<ReadonlyMap<string, ScoredDocument>>;
  /** What other terms add to memories that were found. */
  scoreDocuments(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    memoryIds: readonly string[],
  ): MaybePromise<ReadonlyMap<string, ScoredDocument>>;
  /** Of those memories that pass the filter: what share of the words, by weight, stands in each. */
  termOverlap(
    memoryIds: readonly string[],
    words: readonly TermWeight[],
    filter: RecallFilter,
  ): MaybePromise<ReadonlyMap<string, number>>;
  /** The turns around memories in their sessions. */
  sessionNeighbours(memoryIds: readonly string[]): MaybePromise<ReadonlyMap<string, SessionNeighbours>>;
  /** Places of the memories, and of the turns next to them in their sessions. */
  loadSessionContexts(
    memoryIds: readonly string[],
    options: SessionContextOptions,
  ): MaybePromise<ReadonlyMap<string, SessionContext>>;
}

export type MaybePromise<T> = T | Promise<T>;

/** Turns on each side whose words help to understand a turn: of one, two, three, four and six, two found the most on our own chats. */
export const SESSION_NEIGHBOURS = 2;
/** Entities that share a first name and are all taken. */
export const MAX_NAMESAKES = 5;
/** Characters that forms of one word begin with. */
export const PREFIX_LENGTH = 4;
/** Terms looked at of each beginning and of each four characters. */
export const MAX_TERMS_PER_KEY = 500;
/** How many letters longer or shorter a term may be that a slip of the pen explains. */
export const MAX_LENGTH_DIFFERENCE = 2;

export function prefixOf(term: string): string {
  return Array.from(term).slice(0, PREFIX_LENGTH).join('');
}

/** Runs of four characters of a term with its ends marked: of `ana` are `^ana` and `ana$`. */
export function ngramsOf(term: string): Set<string> {
  const padded = `^${term}$`;
  return new Set(Array.from({ length: padded.length - 3 }, (_, i) => padded.slice(i, i + 4)));
}

/** Saturation of a term's frequency, and how much long texts are held back: the usual values of BM25. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/** Postings read to find candidates; a term that is past it only adds to the score of what others found. */
export const MAX_POSTINGS = 20_000;
