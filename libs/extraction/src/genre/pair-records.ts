import { type DataRecord, keyWords, OpenRecord } from './cells.js';
import { isPairOfRecords } from './record-keys.js';

/** A line "key: value", as in YAML, forms and profiles. */
interface Pair {
  readonly key: string;
  readonly value: string;
  /** Index of the value in the line. */
  readonly at: number;
  /** Column of the key. */
  readonly column: number;
  /** Whether the line is an item of a list. */
  readonly isItem: boolean;
}

const MAX_LINE = 300;
const MARK = /[\s"'*_`]/;
const PAIR =
  /^(\s{0,40})((?:[-*•+]|\d{1,3}[.)])\s{1,4})?["'*_`]{0,3}(\p{L}[\p{L}\p{N} /_.()-]{0,40})["'*_`]{0,3}\s?:["'*_`]{0,3}(\s{1,20}|$)/u;
/** An object in braces without quoted keys: "- {name: Ana Roth, post: nurse}". */
const BRACES = /^(\s{0,40})(?:[-*•+]\s{1,4})?\{(.{3,250})\} ?,? ?$/u;
const NAME = /^(?:name|full name|employee|person|contact|member|patient|student|resident)$/;
const MAX_VALUE_WORDS = 8;
/** Known keys from which a run of pairs is a record. */
const MIN_KNOWN = 2;
const MAX_AHEAD = 10;

/** Reads a line "key: value" whose value is no sentence; null for any other. */
function pairOf(line: string): Pair | null {
  if (line.length > MAX_LINE) return null;
  const match = PAIR.exec(line);
  if (match === null) return null;
  const [whole, indent = '', mark = '', key = ''] = match;
  const [value, before] = bare(line.slice(whole.length));
  if (value.split(/\s+/).length > MAX_VALUE_WORDS || /[.!?] +\p{Lu}/u.test(value)) return null;
  const column = indent.length + mark.length;
  return { key: keyWords(key), value, at: whole.length + before, column, isItem: mark !== '' };
}

/** Whether lines that follow each other are a record: pairs of which two keys are those of persons and companies. */
export function beginsRecord(lines: readonly string[]): boolean {
  let known = 0;
  for (const line of lines.slice(0, MAX_AHEAD)) {
    const pairs = pairsIn(line);
    if (pairs.length === 0) return false;
    known += pairs.filter((pair) => pair.value !== '' && isPairOfRecords(pair)).length;
    if (known >= MIN_KNOWN) return true;
  }
  return false;
}

/** Whether a line goes on with a record. */
export function isOfPairs(line: string): boolean {
  return pairsIn(line).length > 0;
}

/** The records of a run of such lines: one for each column, item of a list, and object in braces. */
export function pairRecords(lines: readonly { readonly text: string; readonly start: number }[]): DataRecord[] {
  const records: PairRecord[] = [];
  let open: { readonly column: number; readonly record: PairRecord }[] = [];
  for (const { text, start } of lines) {
    const pairs = pairsIn(text);
    const [first] = pairs;
    if (first === undefined) continue;
    open = open.filter(({ column }) => column <= first.column);
    let record = open.at(-1)?.column === first.column ? open.at(-1)?.record : undefined;
    if (record === undefined || first.isBraced || isRepeated(first, record)) {
      open = open.filter(({ column }) => column < first.column);
      const parent = open.at(-1)?.record;
      record = new PairRecord(parent, parent?.lastKey);
      open.push({ column: first.column, record });
      records.push(record);
    }
    addCells(record, pairs, start);
  }
  return records;
}

function addCells(record: PairRecord, pairs: readonly Pair[], start: number): void {
  for (const { key, value, at } of pairs) {
    record.lastKey = key;
    record.add({ key, value, start: start + at, end: start + at + value.length });
  }
}

/** Whether a pair begins the next record: another item of a list with the same key, or another name. */
function isRepeated({ key, isItem }: Pair, { cells }: PairRecord): boolean {
  return (isItem || NAME.test(key)) && cells.some((cell) => cell.key === key);
}

/** A record of pairs, with the key of the objects that follow in deeper columns. */
class PairRecord extends OpenRecord {
  lastKey = '';
}

function pairsIn(line: string): readonly (Pair & { readonly isBraced: boolean })[] {
  const braces = line.length > MAX_LINE ? null : BRACES.exec(line);
  if (braces === null) {
    const pair = pairOf(line);
    return pair === null ? [] : [{ ...pair, isBraced: false }];
  }
  const [, indent = '', inner = ''] = braces;
  let at = line.indexOf('{') + 1;
  return partsOf(inner).flatMap((part) => {
    const pair = pairOf(part);
    const found = pair && { ...pair, at: at + pair.at, column: indent.length + 2, isItem: true, isBraced: true };
    at += part.length + 1;
    return found ?? [];
  });
}

/** The parts between commas that are outside of brackets. */
function partsOf(inner: string): string[] {
  const parts: string[] = [];
  let [from, depth] = [0, 0];
  for (let i = 0; i <= inner.length; i++) {
    const character = inner[i] ?? ',';
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (character !== ',' || (depth > 0 && i < inner.length)) continue;
    parts.push(inner.slice(from, i));
    from = i + 1;
  }
  return parts;
}

/** A value without comment, quotes and emphasis, and how much was before it. */
function bare(written: string): readonly [string, number] {
  const comment = /\s#\s/.exec(written)?.index;
  const text = written.slice(0, comment);
  let [start, end] = [0, text.length];
  while (start < end && MARK.test(text[start] ?? '')) start += 1;
  while (end > start && MARK.test(text[end - 1] ?? '')) end -= 1;
  return [text.slice(start, end), start];
}
