import { SPEAKER_MARK } from '../terms/terms.js';
import { TopK } from '../vector-maths/top-k.js';
import type { NeighbourhoodCache } from '../scope-index/neighbourhood-cache.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { dialogueNeighbours, type TurnsAround } from '../scope-index/dialogue-neighbours.js';
import {
  SESSION_NEIGHBOURS,
  type SessionNeighbours,
  bm25Saturation,
  MAX_NAMESAKES,
  type FuzzyMatch,
  type ScoredDocument,
  type NameHit,
  type SessionContext,
  type ScopeIndex,
  type SessionContextOptions,
  type TermStatistics,
  type TermWeight,
} from '../scope-index/scope-index.js';
import type { NameIndex } from './name-index.js';
import type { InvertedIndex } from './inverted-index.js';

/** In-memory index of a scope. Filters must be ones that it `canFilter`. */
export class InMemoryScopeIndex implements ScopeIndex {
  /** Score buffer by row, all zeros between two searches. */
  private scores = new Float64Array(0);

  constructor(
    private readonly invertedIndex: InvertedIndex,
    private readonly entities: NameIndex,
    readonly neighbourhoods: NeighbourhoodCache,
    /** See `ScopeIndex.version`. */
    public version: string,
  ) {}

  /** A filter with the memories that pass it; null if the index cannot tell them. */
  select(filter: SearchFilter): SearchFilter | null {
    const memoryIds = this.invertedIndex.select(filter);
    return memoryIds && { ...filter, memoryIds };
  }

  findNames(names: readonly string[], firstWords: readonly string[]): NameHit[] {
    const whole = names.flatMap((queriedName) =>
      this.entities.entitiesNamed(queriedName).map((entityId) => ({ queriedName, isFirstWord: false, entityId })),
    );
    const longer = firstWords.flatMap((queriedName) =>
      this.entities
        .namesWithPrefix(queriedName, MAX_NAMESAKES)
        .map(({ entityId }) => ({ queriedName, isFirstWord: true, entityId })),
    );
    return [...whole, ...longer];
  }

  filterPersonNames(names: readonly string[]): Set<string> {
    return new Set(names.filter((name) => this.entities.isPersonName(name)));
  }

  documentFrequencies(terms: readonly string[]): TermStatistics {
    const { documentCount, totalLength } = this.invertedIndex;
    return {
      documentFrequencies: new Map(terms.map((term) => [term, this.documentFrequencyOf(term)])),
      documentCount,
      totalLength,
    };
  }

  fuzzyTerms(queryTerms: readonly string[], known: ReadonlySet<string>): FuzzyMatch[] {
    const { ngramTerms } = this.invertedIndex;
    return queryTerms.flatMap((term) => {
      const similar = new Set(ngramTerms.withSamePrefix(term));
      if (!known.has(term)) for (const other of ngramTerms.sharingNgrams(term)) similar.add(other);
      return [...similar].map((other) => ({
        queryTerm: term,
        term: other,
        documents: this.documentFrequencyOf(other),
      }));
    });
  }

  searchTopK(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    filter: SearchFilter,
    limit: number,
  ): Map<string, ScoredDocument> {
    const rows: number[] = [];
    const scores = this.zeroedScores();
    const passes = this.invertedIndex.filterOf(filter);
    for (const { term, weight } of terms) {
      const scoreOf = this.bm25Scorer(term, weight, averageDocumentLength);
      this.invertedIndex.postingsOf(term)?.forEach((row, frequency) => {
        if (!passes(row)) return;
        const score = scores[row] ?? 0;
        if (score === 0) rows.push(row);
        scores[row] = score + scoreOf(row, frequency);
      });
    }
    const topK = new TopK(limit);
    for (const row of rows) {
      topK.offer(row, scores[row] ?? 0);
      scores[row] = 0;
    }
    return new Map(
      topK.sorted().map(({ row, score }) => [this.invertedIndex.idOf(row), { score, terms: this.termsIn(row, terms) }]),
    );
  }

  scoreDocuments(
    terms: readonly TermWeight[],
    averageDocumentLength: number,
    memoryIds: readonly string[],
  ): Map<string, ScoredDocument> {
    const scorers = terms.map(({ term, weight }) => this.bm25Scorer(term, weight, averageDocumentLength));
    const found = new Map<string, ScoredDocument>();
    for (const memoryId of memoryIds) {
      const row = this.invertedIndex.rowOf(memoryId);
      if (row === undefined) continue;
      const frequencies = terms.map(({ term }) => this.invertedIndex.postingsOf(term)?.frequencyIn(row) ?? 0);
      const score = frequencies.reduce((sum, f, i) => sum + (f === 0 ? 0 : (scorers[i]?.(row, f) ?? 0)), 0);
      const matched = terms.filter((_, i) => frequencies[i] !== 0).map(({ term }) => term);
      if (matched.length > 0) found.set(memoryId, { score, terms: matched });
    }
    return found;
  }

  longMemories(memoryIds: readonly string[]): readonly string[] {
    return memoryIds.filter((memoryId) => {
      const row = this.invertedIndex.rowOf(memoryId);
      return row !== undefined && this.invertedIndex.isLong(row);
    });
  }

  termOverlap(memoryIds: readonly string[], words: readonly TermWeight[], filter: SearchFilter): Map<string, number> {
    const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0);
    const passes = this.invertedIndex.filterOf(filter);
    const overlaps = new Map<string, number>();
    for (const memoryId of memoryIds) {
      const row = this.invertedIndex.rowOf(memoryId);
      if (row === undefined || !passes(row)) continue;
      let sum = 0;
      for (const { term, weight } of words) if (this.hasTerm(row, term)) sum += weight;
      overlaps.set(memoryId, totalWeight === 0 ? 0 : sum / totalWeight);
    }
    return overlaps;
  }

  sessionNeighbours(memoryIds: readonly string[]): Map<string, SessionNeighbours> {
    const found = new Map<string, SessionNeighbours>();
    for (const memoryId of memoryIds) {
      const row = this.invertedIndex.rowOf(memoryId);
      if (row === undefined) continue;
      const { before, after } = this.dialogueAround(row);
      found.set(memoryId, {
        before: before.map((one) => this.invertedIndex.idOf(one)),
        after: after.map((one) => this.invertedIndex.idOf(one)),
      });
    }
    return found;
  }

  loadSessionContexts(
    memoryIds: readonly string[],
    { filter, neighbours }: SessionContextOptions,
  ): Map<string, SessionContext> {
    const contexts = new Map<string, SessionContext>();
    const adjacentRows = new Set<number>();
    for (const memoryId of memoryIds) {
      const row = this.invertedIndex.rowOf(memoryId);
      if (row === undefined) continue;
      const dialogue = this.dialogueAround(row);
      const [before, after] = [dialogue.before[0] ?? null, dialogue.after[0] ?? null];
      contexts.set(memoryId, this.sessionContextOf(memoryId, row, this.idOrNull(before), this.idOrNull(after)));
      if (!neighbours) continue;
      if (before !== null) adjacentRows.add(before);
      if (after !== null) adjacentRows.add(after);
    }
    const passes = this.invertedIndex.filterOf(filter);
    for (const row of adjacentRows) {
      const memoryId = this.invertedIndex.idOf(row);
      // The neighbours of an adjacent message are never used.
      if (!contexts.has(memoryId) && passes(row))
        contexts.set(memoryId, this.sessionContextOf(memoryId, row, null, null));
    }
    return contexts;
  }

  private dialogueAround(row: number): TurnsAround<number> {
    const { invertedIndex } = this;
    const around = invertedIndex.sessionNeighbours(row, SESSION_NEIGHBOURS);
    return dialogueNeighbours(row, around, (one) => invertedIndex.featuresAt(one));
  }

  private idOrNull(row: number | null): string | null {
    return row === null ? null : this.invertedIndex.idOf(row);
  }

  /** Builds a session context. It avoids object spreads because one question needs hundreds of contexts. */
  private sessionContextOf(memoryId: string, row: number, before: string | null, after: string | null): SessionContext {
    const {
      session,
      speaker,
      role,
      eventTimeNanos,
      statesTime,
      termCount: termCount,
      isQuestion,
    } = this.invertedIndex.featuresAt(row);
    return { memoryId, session, speaker, role, eventTimeNanos, statesTime, termCount, isQuestion, before, after };
  }

  private documentFrequencyOf(term: string): number {
    return this.invertedIndex.postingsOf(term)?.size ?? 0;
  }

  private hasTerm(row: number, term: string): boolean {
    return (this.invertedIndex.postingsOf(term)?.frequencyIn(row) ?? 0) > 0;
  }

  private termsIn(row: number, terms: readonly TermWeight[]): string[] {
    return terms.filter(({ term }) => this.hasTerm(row, term)).map(({ term }) => term);
  }

  /** BM25 scorer of a term. Speaker terms are not length-normalized. */
  private bm25Scorer(
    term: string,
    weight: number,
    averageDocumentLength: number,
  ): (row: number, frequency: number) => number {
    if (term.startsWith(SPEAKER_MARK)) return () => weight;
    const { invertedIndex } = this;
    return (row, frequency) => weight * bm25Saturation(frequency, invertedIndex.lengthAt(row), averageDocumentLength);
  }

  private zeroedScores(): Float64Array {
    if (this.scores.length < this.invertedIndex.rowCount)
      this.scores = new Float64Array(Math.ceil(this.invertedIndex.rowCount * 1.25));
    return this.scores;
  }
}
