import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import type { MetadataCondition, MetadataRange } from '../filter/metadata-condition.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { visitRange } from './attribute-range.js';
import { AttributeEncoder } from './attribute-values.js';
import { ByteDictionary } from './byte-dictionary.js';
import { RowSet } from './row-set.js';

const INITIAL_ROWS = 64;
/** Number of the field of tags; those of metadata follow. */
const TAGS = 0;
/** Estimated size of a field beside its name. */
const BYTES_OF_FIELD = 120;
/** Conditions that are tested at once, each by a bit of a byte. */
const AT_ONCE = 8;

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

  get bytes(): number {
    const { dictionary, entries, starts, counts, fieldBytes } = this;
    return dictionary.bytes + entries.byteLength + starts.byteLength + counts.byteLength + fieldBytes;
  }

  /** Sets the attributes of a row, in place of those that it had. */
  set(row: number, texts: AttributeTexts): void {
    if (row >= this.starts.length) this.growRows(Math.ceil((row + 1) * 1.5));
    const numbers = this.numbersOf(texts);
    const known = this.counts[row] ?? 0;
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
    const sets = [...(tags?.any ? [tags.any] : []), ...(tags?.all ?? []).map((tag) => [tag])];
    const conditions = [...sets.map((some) => this.tagged(some)), ...metadata.map((one) => this.meeting(one))];
    let passing: RowSet | null = null;
    for (let from = 0; from < conditions.length; from += AT_ONCE) {
      const masks = this.masksOf(conditions.slice(from, from + AT_ONCE));
      if (masks === null) return null;
      passing = this.rowsWith(masks, 2 ** Math.min(AT_ONCE, conditions.length - from) - 1, passing, end);
    }
    return passing;
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

  private tagged(tags: readonly string[]): AttributeTest {
    return { numbers: tags.map((tag) => this.dictionary.find(this.encoder.encode(TAGS, tag))) };
  }

  private meeting(condition: MetadataCondition): AttributeTest {
    const field = this.fields.get(condition.field);
    if (field === undefined) return { numbers: [] };
    if ('range' in condition) return { field, range: condition.range };
    return { numbers: condition.values.map((value) => this.dictionary.find(this.encoder.encode(field, value))) };
  }

  /** For each attribute, the bits of the conditions that it meets; null if that cannot be told. */
  private masksOf(tests: readonly AttributeTest[]): Uint8Array | null {
    const masks = new Uint8Array(this.dictionary.size);
    for (const [i, test] of tests.entries()) {
      const mark = (number: number | undefined): void => {
        if (number !== undefined) masks[number] = (masks[number] ?? 0) | (1 << i);
      };
      if ('numbers' in test) test.numbers.forEach(mark);
      else if (!visitRange(this.dictionary.entries, test.field, test.range, mark)) return null;
    }
    return masks;
  }

  /** Rows below `end`, among others if given, whose attributes have all of the bits together. */
  private rowsWith(masks: Uint8Array, bits: number, among: RowSet | null, end: number): RowSet {
    const { entries, starts, counts } = this;
    const passing = new RowSet(end);
    for (let row = 0; row < end; row += 1) {
      if (among?.has(row) === false) continue;
      let i = starts[row] ?? 0;
      const last = i + (counts[row] ?? 0);
      let own = 0;
      for (; i < last && own !== bits; i += 1) own |= masks[entries[i] ?? 0] ?? 0;
      if (own === bits) passing.add(row);
    }
    return passing;
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

interface RangeTest {
  readonly field: number;
  readonly range: MetadataRange;
}

/** Attributes that meet a condition: some, by number, or those of a field in a range. */
type AttributeTest = { readonly numbers: readonly (number | undefined)[] } | RangeTest;
