import type { SearchFilter } from '../filter/search-filter.js';
import { MemoryRows } from './memory-rows.js';
import { NgramTermIndex } from './ngram-term-index.js';
import { PostingList } from './posting-list.js';
import { FeatureColumns, type IndexedFeatures } from './feature-columns.js';
import { MemoryAttributes, type AttributeTexts } from './memory-attributes.js';
import { MemorySelection, type IndexedRows } from './memory-selection.js';
import { RowSet } from './row-set.js';

/** A memory to be indexed. */
export interface IndexedMemory extends IndexedFeatures, AttributeTexts {
  readonly memoryId: string;
  /** Terms of the memory, and their frequencies in the same order. */
  readonly terms: readonly string[];
  readonly frequencies: readonly number[];
}

/** Whether in-memory indexes can test a row by a filter: they cannot by mentions, metadata and tags alone. */
export function canFilter({ memoryIds, subjects, metadata, tags }: SearchFilter): boolean {
  return memoryIds !== undefined || (subjects ?? metadata ?? tags) === undefined;
}

function isOfAttributes(filter: SearchFilter): boolean {
  return Object.keys(filter).every((field) => field === 'metadata' || field === 'tags');
}

/**
 * Bytes of metadata and tags per memory, beyond which they are not kept: filters by them are then left to Postgres. A
 * scope whose memories have ten fields each takes some 100.
 */
const MAX_ATTRIBUTE_BYTES = 400;
const MIN_ATTRIBUTE_BYTES = 1 << 20;

/** Estimated size of a term beside its postings. */
const BYTES_OF_TERM = 350 + NgramTermIndex.BYTES_OF_TERM;

/** In-memory inverted index of one scope: postings by term, and the features of each memory. */
export class InvertedIndex implements IndexedRows {
  /** Sum of the document lengths. */
  totalLength = 0;
  /** Number of indexed memories. */
  documentCount = 0;
  readonly ngramTerms = new NgramTermIndex();
  private readonly rows = new MemoryRows();
  private readonly features = new FeatureColumns();
  /** Metadata and tags; null if they are too large. */
  private attributes: MemoryAttributes | null = new MemoryAttributes();
  private readonly postings = new Map<string, PostingList>();
  /** Rows of each session, ordered by memory id. Ids follow the storage time. */
  private readonly sessions = new Map<string, number[]>();
  private postingBytes = 0;

  get bytes(): number {
    const { rows, features, attributes, postings, postingBytes } = this;
    return rows.bytes + features.bytes + (attributes?.bytes ?? 0) + postings.size * BYTES_OF_TERM + postingBytes;
  }

  /** Number of rows ever assigned; all row numbers are below it. */
  get rowCount(): number {
    return this.rows.size;
  }

  /** Adds memories, replacing earlier versions of the same ones. */
  add(memories: readonly IndexedMemory[]): void {
    const changed = new Set(memories.filter((memory) => !this.hasTermsOf(memory)));
    this.remove(Array.from(changed, ({ memoryId }) => memoryId));
    for (const memory of memories) {
      const row = changed.has(memory) ? this.append(memory) : this.rowOf(memory.memoryId);
      if (row === undefined) continue;
      this.features.set(row, memory);
      this.attributes?.set(row, memory);
    }
    const most = Math.max(MIN_ATTRIBUTE_BYTES, MAX_ATTRIBUTE_BYTES * this.rows.size);
    if (this.attributes && this.attributes.bytes > most) this.attributes = null;
  }

  /** Removes memories and their postings; unknown ids are ignored. */
  remove(memoryIds: readonly string[]): void {
    let removed = 0;
    for (const memoryId of memoryIds) {
      const row = this.rowOf(memoryId);
      if (row === undefined) continue;
      this.removeFromSession(row);
      this.totalLength -= this.features.lengthAt(row);
      this.features.remove(row);
      removed += 1;
    }
    if (removed === 0) return;
    this.documentCount -= removed;
    for (const [term, postings] of this.postings) {
      if (!postings.filter((row) => this.features.has(row)) || postings.size > 0) continue;
      this.postings.delete(term);
      this.ngramTerms.remove(term);
      this.postingBytes -= postings.bytes;
    }
  }

  postingsOf(term: string): PostingList | undefined {
    return this.postings.get(term);
  }

  /** Row of a memory; undefined if it is not indexed. */
  rowOf(memoryId: string): number | undefined {
    const row = this.rows.rowOf(memoryId);
    return row === undefined || !this.features.has(row) ? undefined : row;
  }

  idOf(row: number): string {
    return this.rows.idOf(row);
  }

  featuresAt(row: number): IndexedFeatures {
    return this.features.at(row);
  }

  /** Document length of a memory. */
  lengthAt(row: number): number {
    return this.features.lengthAt(row);
  }

  /** Whether a memory has several passages. */
  isLong(row: number): boolean {
    return this.features.isLong(row);
  }

  /** Neighbouring rows in the session, nearest first, up to `most` on each side. */
  sessionNeighbours(
    row: number,
    most: number,
  ): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const sessionRows = this.sessions.get(this.featuresAt(row).session ?? '') ?? [];
    const at = this.indexInSession(sessionRows, row);
    if (sessionRows[at] !== row) return { before: [], after: [] };
    return {
      before: sessionRows.slice(Math.max(0, at - most), at).reverse(),
      after: sessionRows.slice(at + 1, at + 1 + most),
    };
  }

  /** Predicate of a filter on rows, of one that `canFilter`. */
  filterOf(filter: SearchFilter): (row: number) => boolean {
    const { memoryIds } = filter;
    if (memoryIds instanceof MemorySelection && memoryIds.index === this) return (row) => memoryIds.rows.has(row);
    if (memoryIds) return (row) => this.rows.isOneOf(row, memoryIds);
    return Object.keys(filter).length === 0 ? () => true : this.features.testOf(filter);
  }

  /** The memories that pass a filter; null if it cannot tell, as by their mentions. */
  select(filter: SearchFilter): MemorySelection | null {
    const { metadata, tags, subjects } = filter;
    if (subjects !== undefined) return null;
    const passes = this.features.testOf(filter);
    if ((metadata ?? tags) === undefined) return new MemorySelection(this, RowSet.of(this.rowCount, passes));
    const rows = this.attributes?.passing(filter, this.rowCount);
    if (!rows) return null;
    const isEachPresent = this.documentCount === this.rowCount;
    return new MemorySelection(this, isEachPresent && isOfAttributes(filter) ? rows : rows.filter(passes));
  }

  rowAt(ids: Uint8Array, at: number): number | undefined {
    return this.rows.rowAt(ids, at);
  }

  isPresent(row: number): boolean {
    return this.features.has(row);
  }

  get replacedRows(): readonly number[] {
    return this.rows.replaced;
  }

  eventTimeAt(row: number): number {
    return this.features.eventTimeAt(row);
  }

  /**
   * Whether a memory is indexed by the same terms already, so that at most its attributes differ. If it has all terms
   * as often and the same length, it has no others.
   */
  private hasTermsOf(memory: IndexedMemory): boolean {
    const row = this.rowOf(memory.memoryId);
    if (row === undefined || memory.isLong) return false;
    const known = this.featuresAt(row);
    return (
      !known.isLong &&
      known.termCount === memory.termCount &&
      known.speaker === memory.speaker &&
      known.session === memory.session &&
      known.eventTimeNanos === memory.eventTimeNanos &&
      memory.terms.every((term, i) => this.postingsOf(term)?.frequencyIn(row) === memory.frequencies[i])
    );
  }

  /** Posts the terms of a memory; its features are still to be set. */
  private append(memory: IndexedMemory): number {
    const row = this.rows.add(memory.memoryId);
    this.documentCount += 1;
    this.totalLength += memory.termCount;
    memory.terms.forEach((term, i) => {
      this.post(term, row, memory.frequencies[i] ?? 0);
    });
    if (memory.session === null) return row;
    const session = this.sessions.get(memory.session);
    if (session) session.splice(this.indexInSession(session, row), 0, row);
    else this.sessions.set(memory.session, [row]);
    return row;
  }

  private post(term: string, row: number, frequency: number): void {
    let postings = this.postings.get(term);
    if (!postings) {
      postings = new PostingList();
      this.postings.set(term, postings);
      this.ngramTerms.add(term);
      this.postingBytes += postings.bytes;
    }
    const before = postings.bytes;
    postings.push(row, frequency);
    this.postingBytes += postings.bytes - before;
  }

  private removeFromSession(row: number): void {
    const { session } = this.featuresAt(row);
    const sessionRows = session === null ? undefined : this.sessions.get(session);
    if (session === null || !sessionRows) return;
    sessionRows.splice(this.indexInSession(sessionRows, row), 1);
    if (sessionRows.length === 0) this.sessions.delete(session);
  }

  /** Index of a row in its session, or its insertion point. Most rows belong at the end. */
  private indexInSession(sessionRows: readonly number[], row: number): number {
    let from = 0;
    let to = sessionRows.length;
    const last = sessionRows[to - 1];
    if (last !== undefined && this.rows.compareIds(last, row) < 0) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows.compareIds(sessionRows[middle] ?? 0, row) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
