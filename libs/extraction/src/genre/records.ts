import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';
import { type Cell, type DataRecord, keyWords, recordOf } from './cells.js';
import { jsonRecords } from './json-records.js';
import type { Line, LineForm, LineForms } from './line-forms.js';
import { cellsOf, splitCells } from './line-patterns.js';
import { pairRecords } from './pair-records.js';
import { personalName } from './personal-names.js';
import * as keys from './record-keys.js';
import { xmlRecords } from './xml-records.js';
import { cardRecord, isCardBorder } from './vcard-records.js';

const MAX_RECORDS = 500;
const MARK = /[\s"*_`]/;
const SEPARATOR_ROW = /^[\s|:+=-]+$/;
/** Records of the tables, separated values, JSON objects, cards and pairs of a text, in order; at most 500. */
export function recordsOf(text: string, forms: LineForms): DataRecord[] {
  const records: DataRecord[] = [];
  for (const { form, block } of blocksOf(forms.before(text.length))) {
    records.push(...(READERS[form]?.(text, block) ?? []));
    if (records.length >= MAX_RECORDS) break;
  }
  return records.slice(0, MAX_RECORDS);
}

/** Lines of one form that follow each other. */
function blocksOf(lines: readonly Line[]): { readonly form: LineForm; readonly block: Line[] }[] {
  const blocks: { readonly form: LineForm; readonly block: Line[] }[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last?.form === line.form) last.block.push(line);
    else blocks.push({ form: line.form, block: [line] });
  }
  return blocks;
}

/** Keys of values that are of a kind, and no names. */
const KIND =
  /^(?:role|title|breed|species|status|type|category|kind|class|field|level|lvl|state|reason|crop|colou?r|genre|detail|action|unit|relation|first name|last name|languages|nationality|allergies|diet|condition|skills|hobbies|marital status)$/;
/** Minimum confidence of a name within a longer value. */
const MIN_CONFIDENCE_IN_TEXT = 0.8;

/** Names of a line that are values of records, or likely ones within longer values; keys are none. */
export function namesInCells(
  text: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  records: readonly DataRecord[],
): readonly NameSpan[] {
  const [from, to] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
  const cells = records.flatMap((record) => record.cells.filter(({ start, end }) => start < to && from < end));
  return names.filter(({ first, last, confidence }) => {
    const [start, end] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0];
    const cell = cells.find((one) => one.start <= start && end <= one.end);
    if (cell === undefined || KIND.test(cell.key)) return false;
    if (cell.start === start && (cell.end === end || /^[,;(/]/.test(text.slice(end).trimStart()))) return true;
    return /\s/.test(cell.value) && confidence >= MIN_CONFIDENCE_IN_TEXT;
  });
}

/** Readers of blocks of lines by their form. */
const READERS: Partial<Record<LineForm, (text: string, block: readonly Line[]) => DataRecord[]>> = {
  table: (text, block) => gridRecords(text, block, tableCells),
  csv: (text, block) => gridRecords(text, block, separatedCells),
  pairs: pairsAndCards,
  json: (text, block) => jsonRecords(text, block[0]?.start ?? 0, block.at(-1)?.end ?? 0),
  xml: (text, block) => xmlRecords(text, block[0]?.start ?? 0, block.at(-1)?.end ?? 0),
};

/** Records of cards and pairs. Pairs that name nobody are about the person whose name stands above them. */
function pairsAndCards(text: string, block: readonly Line[]): DataRecord[] {
  const records: DataRecord[] = [];
  let [lines, from]: [{ readonly text: string; readonly start: number }[], number] = [[], block[0]?.start ?? 0];
  const close = () => {
    const [first, ...others] = pairRecords(lines);
    if (first) records.push(withNameAbove(text, from, first), ...others);
    lines = [];
  };
  for (const { start, end } of block) {
    const line = text.slice(start, end);
    if (isCardBorder(line, 'BEGIN')) close();
    else if (isCardBorder(line, 'END')) {
      records.push(cardRecord(lines));
      lines = [];
    } else {
      if (lines.length === 0) from = start;
      lines.push({ text: line, start });
    }
  }
  close();
  return records;
}

const NAMES_RECORD = [keys.PERSON, keys.NAME, keys.FIRST_NAME, keys.LAST_NAME, keys.ORGANIZATION];

function withNameAbove(text: string, from: number, record: DataRecord): DataRecord {
  if (record.cells.some(({ key }) => NAMES_RECORD.some((known) => known.test(key)))) return record;
  const above = /([^\n]{1,80})\n\s*$/.exec(text.slice(Math.max(0, from - 120), from))?.[1] ?? '';
  const { value } = spanOf(above.replace(/^[\s#-]{1,20}/, '').replace(/:?[*_]{0,3}:?\s?$/, ''), 0);
  if (personalName(value) === null) return record;
  const start = text.lastIndexOf(value, from);
  return { ...record, cells: [{ key: 'full name', value, start, end: start + value.length }, ...record.cells] };
}

type CellsOfLine = (text: string, line: Line) => Omit<Cell, 'key'>[];

function gridRecords(text: string, block: readonly Line[], cells: CellsOfLine): DataRecord[] {
  const rows = block.filter(({ start, end }) => !SEPARATOR_ROW.test(text.slice(start, end)));
  const [first, ...others] = rows;
  if (first === undefined) return [];
  const header = cells(text, first).map(({ value }) => keyWords(value));
  if (header.every((key) => key === '')) return others.flatMap((row) => sideways(cells(text, row)));
  return others.map((row) => {
    const values = cellsUnder(header, cells(text, row));
    return recordOf(values.map((cell, i) => ({ ...cell, key: header[i] ?? '' })));
  });
}

/**
 * The values of a row below its header. A comma and a blank within a value that has no quotes ("Roth, Ana") divide no
 * cells where the header then fits; with more values than keys, no cell is certain.
 */
function cellsUnder(header: readonly string[], values: readonly Omit<Cell, 'key'>[]): readonly Omit<Cell, 'key'>[] {
  const last = header.length - 1;
  if (values.length <= header.length) return values;
  const joined: Omit<Cell, 'key'>[] = [];
  for (const cell of values) {
    const before = joined.at(-1);
    if (before === undefined || cell.start !== before.end + 2 || cell.value === '') joined.push(cell);
    else joined[joined.length - 1] = { value: `${before.value}, ${cell.value}`, start: before.start, end: cell.end };
  }
  if (joined.length === header.length) return joined;
  return values.length === header.length + 1 && values[last + 1]?.value === '' ? values : [];
}

/** Cells of a row below an empty header: its first cell says what the second is. */
function sideways([key, ...values]: Omit<Cell, 'key'>[]): DataRecord[] {
  const record = recordOf(values.map((cell) => ({ ...cell, key: keyWords(key?.value ?? '') })));
  return record.cells.length === 0 ? [] : [record];
}

function tableCells(text: string, line: Line): Omit<Cell, 'key'>[] {
  const written = text.slice(line.start, line.end);
  const isFramed = written.trimStart().startsWith('|');
  const cells = written.split('|');
  let at = line.start;
  const found = cells.map((cell) => {
    const trimmed = spanOf(cell, at);
    at += cell.length + 1;
    return trimmed;
  });
  return isFramed ? found.slice(1) : found;
}

function separatedCells(text: string, line: Line): Omit<Cell, 'key'>[] {
  const written = text.slice(line.start, line.end);
  let at = line.start;
  return splitCells(written, cellsOf(written)?.delimiter ?? ',').map((cell) => {
    const trimmed = spanOf(cell, at);
    at += cell.length + 1;
    return trimmed;
  });
}

/** Value of a cell without blanks, quotes and emphasis around it. */
function spanOf(cell: string, at: number): Omit<Cell, 'key'> {
  let [start, end] = [0, cell.length];
  while (start < end && MARK.test(cell[start] ?? '')) start += 1;
  while (end > start && MARK.test(cell[end - 1] ?? '')) end -= 1;
  return { value: cell.slice(start, end), start: at + start, end: at + end };
}
