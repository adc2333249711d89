import type { RecallFilter } from '../recall-filter.js';
import { MemoryRows } from './memory-rows.js';
import { Spelling } from './spelling.js';
import { TermPostings } from './term-postings.js';
import { TurnColumns, type HeldTurn } from './turn-columns.js';

/** What the index takes over of one memory. */
export interface IndexedMemory extends HeldTurn {
  readonly memoryId: string;
  /** Terms, and how often each stands in the memory, in the same order. */
  readonly terms: readonly string[];
  readonly frequencies: readonly number[];
}

/** A rough figure of what a term takes beside the bytes of its postings. */
const BYTES_OF_TERM = 350 + Spelling.BYTES_OF_TERM;

/** The words of one scope, held in memory: which memories each term stands in, and what is known of each memory. */
export class WordIndex {
  /** The sum of all memories' lengths. */
  length = 0;
  /** Memories that are there. */
  total = 0;
  readonly spelling = new Spelling();
  private readonly rows = new MemoryRows();
  private readonly turns = new TurnColumns();
  private readonly postings = new Map<string, TermPostings>();
  /** Rows of each session, in the order of their ids, which follow the time of storing. */
  private readonly sessions = new Map<string, number[]>();
  private postingBytes = 0;

  get bytes(): number {
    const { rows, turns, postings, postingBytes } = this;
    return rows.bytes + turns.bytes + postings.size * BYTES_OF_TERM + postingBytes;
  }

  /** Rows that were ever given out: each of a memory is below it. */
  get rowsGiven(): number {
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
      this.leaveSession(row);
      this.length -= this.turns.lengthAt(row);
      this.turns.remove(row);
      removed += 1;
    }
    if (removed === 0) return;
    this.total -= removed;
    for (const [term, postings] of this.postings) {
      if (!postings.keep((row) => this.turns.has(row)) || postings.size > 0) continue;
      this.postings.delete(term);
      this.spelling.remove(term);
      this.postingBytes -= postings.bytes;
    }
  }

  postingsOf(term: string): TermPostings | undefined {
    return this.postings.get(term);
  }

  /** Undefined where the memory is not there. */
  rowOf(memoryId: string): number | undefined {
    const row = this.rows.rowOf(memoryId);
    return row === undefined || !this.turns.has(row) ? undefined : row;
  }

  idOf(row: number): string {
    return this.rows.idOf(row);
  }

  turnAt(row: number): HeldTurn {
    return this.turns.at(row);
  }

  /** Words of a memory's text that are terms. */
  lengthAt(row: number): number {
    return this.turns.lengthAt(row);
  }

  /** The rows around one in its session, the nearest first, up to so many on each side. */
  around(row: number, most: number): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const turns = this.sessions.get(this.turnAt(row).session ?? '') ?? [];
    const at = this.placeIn(turns, row);
    if (turns[at] !== row) return { before: [], after: [] };
    return { before: turns.slice(Math.max(0, at - most), at).reverse(), after: turns.slice(at + 1, at + 1 + most) };
  }

  /** A filter without subjects, of which the index knows nothing. */
  passes({ session, since, until, kind }: RecallFilter): (row: number) => boolean {
    if (session === undefined && since === undefined && until === undefined && kind === undefined) return () => true;
    const wanted = session === undefined ? null : String(session);
    return (row) => {
      const memory = this.turnAt(row);
      if (wanted !== null && memory.session !== wanted) return false;
      if (kind !== undefined && memory.kind !== kind) return false;
      return (since === undefined || memory.said >= since) && (until === undefined || memory.said <= until);
    };
  }

  private append(memory: IndexedMemory): void {
    const row = this.rows.add(memory.memoryId);
    this.turns.set(row, memory);
    this.total += 1;
    this.length += memory.length;
    memory.terms.forEach((term, i) => {
      this.post(term, row, memory.frequencies[i] ?? 0);
    });
    if (memory.session === null) return;
    const session = this.sessions.get(memory.session);
    if (session) session.splice(this.placeIn(session, row), 0, row);
    else this.sessions.set(memory.session, [row]);
  }

  private post(term: string, row: number, frequency: number): void {
    let postings = this.postings.get(term);
    if (!postings) {
      postings = new TermPostings();
      this.postings.set(term, postings);
      this.spelling.add(term);
      this.postingBytes += postings.bytes;
    }
    const before = postings.bytes;
    postings.push(row, frequency);
    this.postingBytes += postings.bytes - before;
  }

  private leaveSession(row: number): void {
    const { session } = this.turnAt(row);
    const turns = session === null ? undefined : this.sessions.get(session);
    if (session === null || !turns) return;
    turns.splice(this.placeIn(turns, row), 1);
    if (turns.length === 0) this.sessions.delete(session);
  }

  /** Where a row stands in its session, or would; most come last. */
  private placeIn(turns: readonly number[], row: number): number {
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
