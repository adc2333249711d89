import { LRUCache } from 'lru-cache';
import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import type { MetadataCondition, MetadataRange, MetadataValue } from '../filter/metadata-condition.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { testOfRange, visitRange } from './attribute-range.js';
import { AttributeEncoder } from './attribute-values.js';
import { ByteDictionary } from './byte-dictionary.js';
import { RowSet } from './row-set.js';

const INITIAL_ROWS = 64;
/** Number of the field of tags; those of metadata follow. */
const TAGS = 0;
/** Estimated size of a field beside its name. */
const BYTES_OF_FIELD = 120;
/** Conditions whose rows are remembered, an eighth of a byte a row each: the same few come again. */
const MAX_REMEMBERED = 16;
/** New rows up to which those of a remembered condition are extended; of more, all are tested together. */
const MAX_EXTENSION = 2_000;

/** Metadata and tags of a memory, as JSON; null if it has none. */
export interface AttributeTexts {
  readonly metadata: string | null;
  readonly tags: string | null;
}

/**
 * Metadata and tags by row, for filters: the numbers of each memory's attributes, one after another. An attribute is a
 * tag, or a field of metadata with a value that a filter can name; equal ones share a number. Some 6 bytes per memory
 * and 4 per attribute, and for an attribute of one memory alone 20 and its value.
 */
export class MemoryAttributes {
  private readonly dictionary = new ByteDictionary();
  private readonly encoder = new AttributeEncoder();
  private readonly fields = new Map<string, number>();
  private fieldBytes = 0;
  private entries = new Uint32Array(INITIAL_ROWS);
  private size = 0;
  /** Where the attributes of a row begin among the entries, and their number. */
  private starts = new Uint32Array(INITIAL_ROWS);
  private counts = new Uint16Array(INITIAL_ROWS);
  /** Rows that have been set; all are below it. */
  private rowCount = 0;
  /** Rows that meet a condition, by the condition as JSON. */
  private readonly remembered = new LRUCache<string, RowSet>({ max: MAX_REMEMBERED });

  get bytes(): number {
    const { dictionary, entries, starts, counts, fieldBytes, remembered } = this;
    let bytes = dictionary.bytes + entries.byteLength + starts.byteLength + counts.byteLength + fieldBytes;
    for (const rows of remembered.values()) bytes += rows.bytes;
    return bytes;
  }

  /** Sets the attributes of a row, in place of those that it had. */
  set(row: number, texts: AttributeTexts): void {
    if (row >= this.starts.length) this.growRows(Math.ceil((row + 1) * 1.5));
    const numbers = this.numbersOf(texts);
    const known = this.counts[row] ?? 0;
    if (row < this.rowCount && !this.hasNumbers(row, numbers)) this.remembered.clear();
    this.rowCount = Math.max(this.rowCount, row + 1);
    this.counts[row] = numbers.length;
    if (numbers.length === 0) return;
    // Former entries that are too few stay unused.
    if (numbers.length > known) {
      this.starts[row] = this.size;
      this.size += numbers.length;
      if (this.size > this.entries.length) this.growEntries();
    }
    this.entries.set(numbers, this.starts[row]);
  }

  /**
   * Rows below `end` whose metadata and tags pass a filter; null if that cannot be told, because a bound of a range
   * begins like a long text.
   */
  passing({ metadata = [], tags }: SearchFilter, end: number): RowSet | null {
    const tagSets = [...(tags?.any ? [tags.any] : []), ...(tags?.all ?? []).map((tag) => [tag])];
    const sets = [...tagSets, ...metadata].map((condition) => this.rowsMeeting(condition, end));
    return sets.every((rows) => rows !== null) && sets.length > 0 ? sets.reduce((a, b) => a.intersect(b)) : null;
  }

  /** Rows below `end` that meet a condition; null if that cannot be told. */
  private rowsMeeting(condition: AttributeCondition, end: number): RowSet | null {
    const key = stringifyExact(condition);
    const known = this.remembered.get(key);
    if (known?.end === end) return known;
    const test = this.testOf(condition);
    const rows = known && end - known.end <= MAX_EXTENSION ? this.extend(known, end, test) : this.rowsOf(test, end);
    if (rows) this.remembered.set(key, rows);
    return rows;
  }

  private hasNumbers(row: number, numbers: readonly number[]): boolean {
    const start = this.starts[row] ?? 0;
    return this.counts[row] === numbers.length && numbers.every((number, i) => this.entries[start + i] === number);
  }

  private numbersOf({ metadata, tags }: AttributeTexts): number[] {
    const own = metadata === null ? {} : (parseExact(metadata) as Readonly<Record<string, ExactJson>>);
    const numbers: number[] = [];
    for (const [name, value] of Object.entries(own)) {
      if (typeof value === 'object' && value !== null) continue;
      numbers.push(this.dictionary.add(this.encoder.encode(this.fieldNumberOf(name), value)));
    }
    for (const tag of tags === null ? [] : (JSON.parse(tags) as string[]))
      numbers.push(this.dictionary.add(this.encoder.encode(TAGS, tag)));
    return numbers;
  }

  private fieldNumberOf(name: string): number {
    let number = this.fields.get(name);
    if (number === undefined) {
      this.fields.set(name, (number = this.fields.size + 1));
      this.fieldBytes += BYTES_OF_FIELD + 2 * name.length;
    }
    return number;
  }

  private testOf(condition: AttributeCondition): AttributeTest {
    const numbersOf = (field: number, values: readonly MetadataValue[]) => ({
      numbers: values.map((value) => this.dictionary.find(this.encoder.encode(field, value))),
    });
    if (!('field' in condition)) return numbersOf(TAGS, condition);
    const field = this.fields.get(condition.field);
    if (field === undefined) return { numbers: [] };
    return 'range' in condition ? { field, range: condition.range } : numbersOf(field, condition.values);
  }

  /** Rows below `end` of which an attribute passes; null if that cannot be told. */
  private rowsOf(test: AttributeTest, end: number): RowSet | null {
    const isPassing = new Uint8Array(this.dictionary.size);
    const mark = (number: number | undefined): void => {
      if (number !== undefined) isPassing[number] = 1;
    };
    if ('numbers' in test) test.numbers.forEach(mark);
    else if (!visitRange(this.dictionary.entries, test.field, test.range, mark)) return null;
    const { entries, starts, counts } = this;
    const passing = new RowSet(end);
    for (let row = 0; row < end; row += 1) {
      let i = starts[row] ?? 0;
      const last = i + (counts[row] ?? 0);
      while (i < last && isPassing[entries[i] ?? 0] !== 1) i += 1;
      if (i < last) passing.add(row);
    }
    return passing;
  }

  /** Some rows that are known to pass, with those from there to `end`; null if that cannot be told. */
  private extend(known: RowSet, end: number, test: AttributeTest): RowSet | null {
    const attributes = this.dictionary.entries;
    const isInRange = 'range' in test ? testOfRange(test.field, test.range) : null;
    const uncertain: number[] = [];
    const passes = (number: number): boolean => {
      if (isInRange === null) return 'numbers' in test && test.numbers.includes(number);
      const isWithin = isInRange(attributes, number);
      if (isWithin === null) uncertain.push(number);
      return isWithin === true;
    };
    const rows = known.extend(end, (row) => {
      const start = this.starts[row] ?? 0;
      return this.entries.subarray(start, start + (this.counts[row] ?? 0)).some(passes);
    });
    return uncertain.length === 0 ? rows : null;
  }

  private growRows(rows: number): void {
    const { starts, counts } = this;
    this.starts = new Uint32Array(rows);
    this.starts.set(starts);
    this.counts = new Uint16Array(rows);
    this.counts.set(counts);
  }

  private growEntries(): void {
    const { entries } = this;
    this.entries = new Uint32Array(Math.ceil(this.size * 1.5));
    this.entries.set(entries);
  }
}

/** A condition on the metadata, or tags of which a memory has one. */
type AttributeCondition = MetadataCondition | readonly string[];

/** Attributes that meet a condition: some, by number, or those of a field in a range. */
type AttributeTest =
  { readonly numbers: readonly (number | undefined)[] } | { readonly field: number; readonly range: MetadataRange };
