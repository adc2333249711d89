import type { SearchFilter } from '../filter/search-filter.js';

const INITIAL_ROWS = 64;
const [PRESENT, STATES_TIME, IS_QUESTION, IS_LONG, IS_PINNED] = [1, 2, 4, 8, 16];

/** Indexed features of a memory, beside its terms. */
export interface IndexedFeatures {
  /** Document length: number of terms in the text; of a long one, in its mean passage. */
  readonly termCount: number;
  readonly session: string | null;
  readonly speaker: string | null;
  readonly role: string | null;
  /** Event time in unix nanoseconds. */
  readonly eventTimeNanos: bigint;
  readonly kind: number;
  readonly statesTime: boolean;
  readonly isQuestion: boolean;
  /** Whether it has several passages. */
  readonly isLong: boolean;
  readonly isPinned: boolean;
}

/** Column store of memory features, by row: some 29 bytes per memory, where objects take 200. */
export class FeatureColumns {
  private lengths = new Uint32Array(INITIAL_ROWS);
  private eventTimes = new BigInt64Array(INITIAL_ROWS);
  /** The same by lower and upper words. */
  private eventWords = new Int32Array(this.eventTimes.buffer);
  private kinds = new Int16Array(INITIAL_ROWS);
  private flags = new Uint8Array(INITIAL_ROWS);
  private sessions = new Uint32Array(INITIAL_ROWS);
  private speakers = new Uint32Array(INITIAL_ROWS);
  private roles = new Uint32Array(INITIAL_ROWS);
  /** Dictionary of sessions, speakers and roles by number; 0 is null. */
  private readonly names: (string | null)[] = [null];
  private readonly numbers = new Map<string, number>();

  get bytes(): number {
    const { lengths, eventTimes, kinds, flags, sessions, speakers, roles, names } = this;
    const columns = [lengths, eventTimes, kinds, flags, sessions, speakers, roles];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0) + names.length * BYTES_OF_NAME;
  }

  set(row: number, features: IndexedFeatures): void {
    if (row >= this.flags.length) this.grow(Math.ceil((row + 1) * 1.5));
    this.lengths[row] = features.termCount;
    this.eventTimes[row] = features.eventTimeNanos;
    this.kinds[row] = features.kind;
    this.flags[row] = flagsOf(features);
    this.sessions[row] = this.numberOf(features.session);
    this.speakers[row] = this.numberOf(features.speaker);
    this.roles[row] = this.numberOf(features.role);
  }

  remove(row: number): void {
    this.flags[row] = 0;
  }

  has(row: number): boolean {
    return ((this.flags[row] ?? 0) & PRESENT) !== 0;
  }

  isLong(row: number): boolean {
    return ((this.flags[row] ?? 0) & IS_LONG) !== 0;
  }

  lengthAt(row: number): number {
    return this.lengths[row] ?? 0;
  }

  at(row: number): IndexedFeatures {
    const flags = this.flags[row] ?? 0;
    return {
      termCount: this.lengthAt(row),
      session: this.names[this.sessions[row] ?? 0] ?? null,
      speaker: this.names[this.speakers[row] ?? 0] ?? null,
      role: this.names[this.roles[row] ?? 0] ?? null,
      eventTimeNanos: this.eventTimes[row] ?? 0n,
      kind: this.kinds[row] ?? 0,
      statesTime: (flags & STATES_TIME) !== 0,
      isQuestion: (flags & IS_QUESTION) !== 0,
      isLong: (flags & IS_LONG) !== 0,
      isPinned: (flags & IS_PINNED) !== 0,
    };
  }

  /** Test of rows: whether they are present and have the features that a filter names. */
  testOf({ session, speaker, role, kind, pinned, since, until }: SearchFilter): (row: number) => boolean {
    const { flags, kinds, eventTimes } = this;
    const named = [
      { column: this.sessions, name: session === undefined ? undefined : String(session) },
      { column: this.speakers, name: speaker },
      { column: this.roles, name: role },
    ].flatMap(({ column, name }) =>
      name === undefined ? [] : [{ column, number: this.numbers.get(name) ?? NO_NAME }],
    );
    const tested = PRESENT | (pinned === undefined ? 0 : IS_PINNED);
    const wanted = PRESENT | (pinned ? IS_PINNED : 0);
    return (row) =>
      ((flags[row] ?? 0) & tested) === wanted &&
      (kind === undefined || kinds[row] === kind) &&
      named.every(({ column, number }) => column[row] === number) &&
      (since === undefined || (eventTimes[row] ?? 0n) >= since) &&
      (until === undefined || (eventTimes[row] ?? 0n) <= until);
  }

  /** Event time, rounded to a double. Its words are read, since a bigint for each of a million rows takes a while. */
  eventTimeAt(row: number): number {
    const { eventWords } = this;
    return (eventWords[2 * row + 1] ?? 0) * 2 ** 32 + ((eventWords[2 * row] ?? 0) >>> 0);
  }

  private numberOf(name: string | null): number {
    if (name === null) return 0;
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }

  private grow(rows: number): void {
    this.lengths = copied(new Uint32Array(rows), this.lengths);
    this.eventTimes = copied(new BigInt64Array(rows), this.eventTimes);
    this.eventWords = new Int32Array(this.eventTimes.buffer);
    this.kinds = copied(new Int16Array(rows), this.kinds);
    this.flags = copied(new Uint8Array(rows), this.flags);
    this.sessions = copied(new Uint32Array(rows), this.sessions);
    this.speakers = copied(new Uint32Array(rows), this.speakers);
    this.roles = copied(new Uint32Array(rows), this.roles);
  }
}

function flagsOf({ statesTime, isQuestion, isLong, isPinned }: IndexedFeatures): number {
  return (
    PRESENT |
    (statesTime ? STATES_TIME : 0) |
    (isQuestion ? IS_QUESTION : 0) |
    (isLong ? IS_LONG : 0) |
    (isPinned ? IS_PINNED : 0)
  );
}

/** Number that no name has. */
const NO_NAME = 0xffffffff;
/** Estimated size of one name in the list and the map. */
const BYTES_OF_NAME = 120;

function copied<Column extends { set(from: Column): void }>(to: Column, from: Column): Column {
  to.set(from);
  return to;
}
