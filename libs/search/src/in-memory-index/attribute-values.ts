import { createHash } from 'node:crypto';
import type { MetadataValue } from '../filter/metadata-condition.js';

const [NUMBER, TEXT, LONG_TEXT, TRUE, FALSE, NULL] = [1, 2, 3, 4, 5, 6];
/** Bytes of the number of the field, before the type of the value. */
const TYPE_AT = 4;
const VALUE_AT = 5;
const DOUBLE_BYTES = 8;
/** Bytes up to which a text is kept whole, and bytes of the beginning of a longer one. */
const MAX_WHOLE = 64;
const BEGINNING = 32;

/**
 * Writes attributes as bytes: a field, a type and a value. They are the same where Postgres finds the values equal. A
 * number is its double, and its digits too where it is not exactly what the double is read as; of a long text, only the
 * beginning and a hash are kept.
 */
export class AttributeEncoder {
  private readonly buffer = Buffer.alloc(1_024);

  /** The bytes, valid until the next call. */
  encode(field: number, value: MetadataValue): Uint8Array {
    this.buffer.writeUInt32LE(field, 0);
    return this.buffer.subarray(0, this.write(value));
  }

  /** @returns where the value ends */
  private write(value: MetadataValue): number {
    if (typeof value === 'string') return this.writeText(value);
    if (typeof value === 'number' || typeof value === 'bigint') return this.writeNumber(value);
    return this.buffer.writeUInt8(value === null ? NULL : value ? TRUE : FALSE, TYPE_AT);
  }

  private writeNumber(value: number | bigint): number {
    const double = Number(value);
    this.buffer[TYPE_AT] = NUMBER;
    // Zero has a negative double too.
    const end = this.buffer.writeDoubleLE(double + 0, VALUE_AT);
    const digits = typeof value === 'number' || decimalOf(double) === String(value) ? '' : String(value);
    return end + this.buffer.write(digits, end, 'latin1');
  }

  private writeText(text: string): number {
    const { buffer } = this;
    const bytes = text.length > MAX_WHOLE ? Infinity : buffer.write(text, VALUE_AT);
    buffer[TYPE_AT] = bytes > MAX_WHOLE ? LONG_TEXT : TEXT;
    if (bytes <= MAX_WHOLE) return VALUE_AT + bytes;
    const whole = Buffer.from(text);
    whole.copy(buffer, VALUE_AT, 0, BEGINNING);
    const hashAt = VALUE_AT + BEGINNING;
    return hashAt + createHash('md5').update(whole).digest().copy(buffer, hashAt);
  }
}

/** The attribute from `from` to `to` of many, one after another. */
type InHeap<T> = (heap: DataView, from: number, to: number) => T;

/** Number of the field of an attribute. */
export function fieldAt(heap: DataView, from: number): number {
  return heap.getUint32(from, true);
}

/** The double of an attribute; NaN if its value is no number. */
export function doubleAt(heap: DataView, from: number): number {
  return heap.getUint8(from + TYPE_AT) === NUMBER ? heap.getFloat64(from + VALUE_AT, true) : NaN;
}

/**
 * Compares attributes with a bound as metadata is compared: negative, 0 or positive; NaN if they have no order; null if
 * it cannot be told, for long texts that begin like the bound.
 */
export function comparatorTo(bound: MetadataValue): InHeap<number | null> {
  if (typeof bound === 'string') return textComparator(Buffer.from(bound));
  if (typeof bound !== 'number' && typeof bound !== 'bigint') return () => NaN;
  const double = Number(bound);
  return (heap, from, to) => {
    const own = doubleAt(heap, from);
    if (own !== double) return Math.sign(own - double);
    const digitsAt = from + VALUE_AT + DOUBLE_BYTES;
    const digits = Buffer.from(heap.buffer, heap.byteOffset + digitsAt, to - digitsAt).toString('latin1');
    return exactOrder(digits === '' ? decimalOf(own) : digits, decimalOf(bound));
  };
}

/** Order of two numbers by their digits. Those with a fraction are the same or differ as doubles. */
function exactOrder(a: string, b: string): number {
  if (a === b) return 0;
  return BigInt(a) < BigInt(b) ? -1 : 1;
}

function textComparator(bound: Buffer): InHeap<number | null> {
  return (heap, from, to) => {
    const type = heap.getUint8(from + TYPE_AT);
    if (type !== TEXT && type !== LONG_TEXT) return NaN;
    const at = from + VALUE_AT;
    const length = type === TEXT ? to - at : BEGINNING;
    for (let i = 0; i < length; i += 1) {
      const difference = i < bound.length ? heap.getUint8(at + i) - (bound[i] ?? 0) : 1;
      if (difference !== 0) return difference;
    }
    if (type === TEXT) return length - bound.length;
    return bound.length <= BEGINNING ? 1 : null;
  };
}

/** Digits of a number as Postgres reads it in JSON: the shortest that denote it; of an integer without an exponent. */
function decimalOf(value: number | bigint): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e+');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = mantissa.split('.');
  return whole + fraction.padEnd(Number(exponent), '0');
}
