import type { RecallFilter } from '../filter/recall-filter.js';
import { MemoryRows } from './memory-rows.js';
import { NgramTermIndex } from './ngram-term-index.js';
import { PostingList } from './posting-list.js';
import { FeatureColumns, type IndexedFeatures } from './feature-columns.js';

/** What the index takes over of one memory. */
export interface IndexedMemory extends IndexedFeatures {
  readonly memoryId: string;
  /** Terms, and how often each stands in the memory, in the same order. */
  readonly terms: readonly string[];
  readonly frequencies: readonly number[];
}

/** A rough figure of what a term takes beside the bytes of its postings. */
const BYTES_OF_TERM = 350 + NgramTermIndex.BYTES_OF_TERM;

/** The words of one scope, held in memory: which memories each term stands in, and what is known of each memory. */
export class InvertedIndex {
  /** The sum of all memories' lengths. */
  totalLength = 0;
  /** Memories that are there. */
  documentCount = 0;
  readonly ngramTerms = new NgramTermIndex();
  private readonly rows = new MemoryRows();
  private readonly features = new FeatureColumns();
  private readonly postings = new Map<string, PostingList>();
  /** Rows of each session, in the order of their ids, which follow the time of storing. */
  private readonly sessions = new Map<string, number[]>();
  private postingBytes = 0;

  get bytes(): number {
    const { rows, features, postings, postingBytes } = this;
    return rows.bytes + features.bytes + postings.size * BYTES_OF_TERM + postingBytes;
  }

  /** Rows that were ever given out: each of a memory is below it. */
  get rowCount(): number {
    return this.rows.size;
  }

  /** Takes memories over; what was known of the same ones before is forgotten. */
  add(memories: readonly IndexedMemory[]): void {
    this.remove(memories.map(({ memoryId }) => memoryId));
    for (const memory of memories) this.append(memory);
  }

  /** Forgets memories with their words; those that it does not know are none of its business. */
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

  /** Undefined where the memory is not there. */
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

  /** Words of a memory's text that are terms. */
  lengthAt(row: number): number {
    return this.features.lengthAt(row);
  }

  /** The rows around one in its session, the nearest first, up to so many on each side. */
  sessionNeighbours(
    row: number,
    most: number,
  ): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const turns = this.sessions.get(this.featuresAt(row).session ?? '') ?? [];
    const at = this.indexInSession(turns, row);
    if (turns[at] !== row) return { before: [], after: [] };
    return { before: turns.slice(Math.max(0, at - most), at).reverse(), after: turns.slice(at + 1, at + 1 + most) };
  }

  /** A filter without subjects, of which the index knows nothing. */
  filterOf({ session, since, until, kind }: RecallFilter): (row: number) => boolean {
    if (session === undefined && since === undefined && until === undefined && kind === undefined) return () => true;
    const wanted = session === undefined ? null : String(session);
    return (row) => {
      const memory = this.featuresAt(row);
      if (wanted !== null && memory.session !== wanted) return false;
      if (kind !== undefined && memory.kind !== kind) return false;
      return (
        (since === undefined || memory.eventTimeNanos >= since) &&
        (until === undefined || memory.eventTimeNanos <= until)
      );
    };
  }

  private append(memory: IndexedMemory): void {
    const row = this.rows.add(memory.memoryId);
    this.features.set(row, memory);
    this.documentCount += 1;
    this.totalLength += memory.termCount;
    memory.terms.forEach((term, i) => {
      this.post(term, row, memory.frequencies[i] ?? 0);
    });
    if (memory.session === null) return;
    const session = this.sessions.get(memory.session);
    if (session) session.splice(this.indexInSession(session, row), 0, row);
    else this.sessions.set(memory.session, [row]);
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
    const turns = session === null ? undefined : this.sessions.get(session);
    if (session === null || !turns) return;
    turns.splice(this.indexInSession(turns, row), 1);
    if (turns.length === 0) this.sessions.delete(session);
  }

  /** Where a row stands in its session, or would; most come last. */
  private indexInSession(turns: readonly number[], row: number): number {
    let from = 0;
    let to = turns.length;
    const last = turns[to - 1];
    if (last !== undefined && this.rows.compareIds(last, row) < 0) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows.compareIds(turns[middle] ?? 0, row) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
