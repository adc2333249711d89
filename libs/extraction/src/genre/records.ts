import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';
import { type Cell, type DataRecord, isFilled, keyWords } from './cells.js';
import { jsonRecords } from './json-records.js';
import type { Line, LineForm, LineForms } from './line-forms.js';
import { cellsOf, splitCells } from './line-patterns.js';
import { pairRecords } from './pair-records.js';
import { PERSONAL_NAME } from './record-claims.js';
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
  /^(?:role|title|job|job title|position|occupation|breed|species|status|type|category|kind|class|field|level|lvl|state|reason|crop|colou?r|genre|detail|action|unit|rel|relation)$/;
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

const NAMES_RECORD = /^(?:name|full name|employee|person|contact|member|patient|student|resident|company)$/;

function withNameAbove(text: string, from: number, record: DataRecord): DataRecord {
  if (record.cells.some(({ key }) => NAMES_RECORD.test(key))) return record;
  const above = /([^\n]{1,80})\n\s*$/.exec(text.slice(Math.max(0, from - 120), from))?.[1] ?? '';
  const { value } = spanOf(above.replace(/^[\s#-]{1,20}/, '').replace(/:?[*_]{0,3}:?\s?$/, ''), 0);
  if (!PERSONAL_NAME.test(value)) return record;
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
    const values = cells(text, row);
    // With a comma in a value that has no quotes, no cell is certain.
    const found = values.length > header.length + 1 ? [] : values;
    const keyed = found.map((cell, i) => ({ ...cell, key: header[i] ?? '' }));
    return { cells: keyed.filter(isFilled), parent: null, key: '' };
  });
}

/** Cells of a row below an empty header: its first cell says what the second is. */
function sideways([key, ...values]: Omit<Cell, 'key'>[]): DataRecord[] {
  const cells = values.map((cell) => ({ ...cell, key: keyWords(key?.value ?? '') })).filter(isFilled);
  return cells.length === 0 ? [] : [{ cells, parent: null, key: '' }];
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
