import { SPEAKER_MARK } from '#graph/search/search-terms.js';
import { BestRows } from '../best-rows.js';
import type { KnownSurroundings } from '../entity-graph/surroundings.js';
import type { RecallFilter } from '../recall-filter.js';
import {
  TURNS_AROUND,
  type Around,
  B,
  K1,
  NAMESAKES,
  type AlikeTerm,
  type Hit,
  type NameHit,
  type Place,
  type ScopeIndex,
  type Surroundings,
  type TermCounts,
  type Weight,
} from './scope-index.js';
import type { NameIndex } from './name-index.js';
import type { WordIndex } from './word-index.js';

/** The index of a scope in memory. Filters must not name subjects. */
export class HeldIndex implements ScopeIndex {
  /** Scores by row, nothing but zeros between two questions. */
  private scores = new Float64Array(0);

  constructor(
    private readonly index: WordIndex,
    private readonly entities: NameIndex,
    readonly surroundings: KnownSurroundings,
    /** See `ScopeIndex.version`. */
    public version: string,
  ) {}

  names(names: readonly string[], firstWords: readonly string[]): NameHit[] {
    const whole = names.flatMap((asked) =>
      this.entities.called(asked).map((entityId) => ({ asked, isFirstWord: false, entityId })),
    );
    const longer = firstWords.flatMap((asked) =>
      this.entities.beginningWith(asked, NAMESAKES).map(({ entityId }) => ({ asked, isFirstWord: true, entityId })),
    );
    return [...whole, ...longer];
  }

  personNames(names: readonly string[]): Set<string> {
    return new Set(names.filter((name) => this.entities.isPersons(name)));
  }

  counts(terms: readonly string[]): TermCounts {
    const { total, length } = this.index;
    return { documents: new Map(terms.map((term) => [term, this.documentsOf(term)])), total, length };
  }

  alike(asked: readonly string[], known: ReadonlySet<string>): AlikeTerm[] {
    const { spelling } = this.index;
    return asked.flatMap((term) => {
      const alike = new Set(spelling.beginningLike(term));
      if (!known.has(term)) for (const other of spelling.sharingGrams(term)) alike.add(other);
      return [...alike].map((other) => ({ asked: term, term: other, documents: this.documentsOf(other) }));
    });
  }

  best(terms: readonly Weight[], meanLength: number, filter: RecallFilter, limit: number): Map<string, Hit> {
    const rows: number[] = [];
    const scores = this.zeros();
    const passes = this.index.passes(filter);
    for (const { term, weight } of terms) {
      const scoreOf = this.scorer(term, weight, meanLength);
      this.index.postingsOf(term)?.forEach((row, frequency) => {
        if (!passes(row)) return;
        const score = scores[row] ?? 0;
        if (score === 0) rows.push(row);
        scores[row] = score + scoreOf(row, frequency);
      });
    }
    const best = new BestRows(limit);
    for (const row of rows) {
      best.offer(row, scores[row] ?? 0);
      scores[row] = 0;
    }
    return new Map(
      best.sorted().map(({ row, score }) => [this.index.idOf(row), { score, terms: this.termsIn(row, terms) }]),
    );
  }

  more(terms: readonly Weight[], meanLength: number, memoryIds: readonly string[]): Map<string, Hit> {
    const scorers = terms.map(({ term, weight }) => this.scorer(term, weight, meanLength));
    const found = new Map<string, Hit>();
    for (const memoryId of memoryIds) {
      const row = this.index.rowOf(memoryId);
      if (row === undefined) continue;
      const frequencies = terms.map(({ term }) => this.index.postingsOf(term)?.frequencyIn(row) ?? 0);
      const score = frequencies.reduce((sum, f, i) => sum + (f === 0 ? 0 : (scorers[i]?.(row, f) ?? 0)), 0);
      const matched = terms.filter((_, i) => frequencies[i] !== 0).map(({ term }) => term);
      if (matched.length > 0) found.set(memoryId, { score, terms: matched });
    }
    return found;
  }

  shares(memoryIds: readonly string[], words: readonly Weight[], filter: RecallFilter): Map<string, number> {
    const all = words.reduce((sum, { weight }) => sum + weight, 0);
    const passes = this.index.passes(filter);
    const shares = new Map<string, number>();
    for (const memoryId of memoryIds) {
      const row = this.index.rowOf(memoryId);
      if (row === undefined || !passes(row)) continue;
      let sum = 0;
      for (const { term, weight } of words) if (this.hasTerm(row, term)) sum += weight;
      shares.set(memoryId, all === 0 ? 0 : sum / all);
    }
    return shares;
  }

  around(memoryIds: readonly string[]): Map<string, Around> {
    const found = new Map<string, Around>();
    for (const memoryId of memoryIds) {
      const row = this.index.rowOf(memoryId);
      if (row === undefined) continue;
      const { before, after } = this.index.around(row, TURNS_AROUND);
      found.set(memoryId, {
        before: before.map((one) => this.index.idOf(one)),
        after: after.map((one) => this.index.idOf(one)),
      });
    }
    return found;
  }

  places(memoryIds: readonly string[], { filter, neighbours }: Surroundings): Map<string, Place> {
    const places = new Map<string, Place>();
    const next = new Set<number>();
    for (const memoryId of memoryIds) {
      const row = this.index.rowOf(memoryId);
      if (row === undefined) continue;
      const around = this.index.around(row, 1);
      const [before, after] = [around.before[0] ?? null, around.after[0] ?? null];
      places.set(memoryId, this.placeOf(memoryId, row, this.idOrNull(before), this.idOrNull(after)));
      if (!neighbours) continue;
      if (before !== null) next.add(before);
      if (after !== null) next.add(after);
    }
    const passes = this.index.passes(filter);
    for (const row of next) {
      const memoryId = this.index.idOf(row);
      // Around a turn that stands next to one that was found, nobody looks.
      if (!places.has(memoryId) && passes(row)) places.set(memoryId, this.placeOf(memoryId, row, null, null));
    }
    return places;
  }

  private idOrNull(row: number | null): string | null {
    return row === null ? null : this.index.idOf(row);
  }

  /** Without spreads: hundreds are made for one question. */
  private placeOf(memoryId: string, row: number, before: string | null, after: string | null): Place {
    const { session, speaker, said, tellsTime, length: words, asks } = this.index.turnAt(row);
    return { memoryId, session, speaker, said, tellsTime, words, asks, before, after };
  }

  private documentsOf(term: string): number {
    return this.index.postingsOf(term)?.size ?? 0;
  }

  private hasTerm(row: number, term: string): boolean {
    return (this.index.postingsOf(term)?.frequencyIn(row) ?? 0) > 0;
  }

  private termsIn(row: number, terms: readonly Weight[]): string[] {
    return terms.filter(({ term }) => this.hasTerm(row, term)).map(({ term }) => term);
  }

  /** BM25 of a term in a memory. A speaker's mark has no length. */
  private scorer(term: string, weight: number, meanLength: number): (row: number, frequency: number) => number {
    if (term.startsWith(SPEAKER_MARK)) return () => weight;
    const mean = Math.max(meanLength, 1);
    const { index } = this;
    return (row, frequency) => {
      const longer = 1 - B + (B * index.lengthAt(row)) / mean;
      return weight * ((frequency * (K1 + 1)) / (frequency + K1 * longer));
    };
  }

  private zeros(): Float64Array {
    if (this.scores.length < this.index.rowsGiven)
      this.scores = new Float64Array(Math.ceil(this.index.rowsGiven * 1.25));
    return this.scores;
  }
}
