import { memoizeText } from '../text/memoize.js';
import { beginsRecord, isOfPairs } from './pair-records.js';
import { isCardBorder, isCardLine } from './vcard-records.js';
import { beginsXml } from './xml-records.js';
import { barsOf, cellsOf, isCodeLine, isHeading, isListItem, isLogLine } from './line-patterns.js';

/** Form of a line: text of people, or of which other kind it is. */
export type LineForm =
  'blank' | 'text' | 'heading' | 'item' | 'table' | 'csv' | 'json' | 'xml' | 'pairs' | 'log' | 'code';

/** A line of a text by its UTF-16 indices, end exclusive and without the line break. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly form: LineForm;
}

const FENCE = /^\s{0,3}(?:```|~~~)(.{0,20})/;
/** Languages of fenced blocks with pairs of keys and values. */
const FENCE_OF_PAIRS = /^(?:ya?ml|vcard|vcf|text|txt)?$/;
const MAX_RECORD_AHEAD = 1_000;
/** Maximum UTF-16 units of a JSON value that spans lines, and of attempts to find the end of one. */
const MAX_JSON = 64 * 1024;
const MAX_JSON_FAILURES = 8;
/** Line between the header and the rows of a table. */
const RULE = /^[\s+:|-]{5,500}$/;
/** A header of separated values: short names without punctuation. */
const HEADER_CELL = /^"?[\p{L}_][\p{L}\p{N}_ ./()%-]{0,30}"?$/u;

/** Forms of the lines of a text, in order. They are told lazily, so that a reader pays only for what it reads. */
export class LineForms {
  private readonly lines: Line[] = [];
  private next = 0;
  private inFence = false;
  private inFenceOfPairs = false;
  private inCard = false;
  private jsonEnd = 0;
  private xmlEnd = 0;
  private failures = 0;

  constructor(private readonly text: string) {}

  /** Line that contains a UTF-16 index; the last one behind the end. */
  at(index: number): Line {
    while (this.next <= this.text.length && (this.lines.at(-1)?.end ?? -1) < index) this.read();
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lines[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return this.lines[low] ?? { start: 0, end: 0, form: 'blank' };
  }

  /** Lines that begin before a UTF-16 index. */
  before(index: number): readonly Line[] {
    while (this.next < Math.min(index, this.text.length)) this.read();
    return this.lines.filter(({ start }) => start < index);
  }

  private read(): void {
    const start = this.next;
    const end = endOfLine(this.text, start);
    this.lines.push({ start, end, form: this.formOf(start, end) });
    this.next = end + 1;
  }

  private formOf(start: number, end: number): LineForm {
    const line = this.text.slice(start, end);
    const fence = FENCE.exec(line);
    if (fence !== null) {
      this.inFence = !this.inFence;
      this.inFenceOfPairs = this.inFence && FENCE_OF_PAIRS.test((fence[1] ?? '').trim());
      return 'code';
    }
    if (line.trim() === '') {
      this.inCard = false;
      return 'blank';
    }
    return this.dataForm(start, end, line) ?? this.formOfWords(line);
  }

  private dataForm(start: number, end: number, line: string): LineForm | null {
    if (this.isJson(start, line)) return 'json';
    if (this.isXml(start, line)) return 'xml';
    const grid = this.gridForm(end, line);
    if (grid !== null) return grid;
    if (isLogLine(line)) return 'log';
    return this.isInRecord(start, line) ? 'pairs' : null;
  }

  private formOfWords(line: string): LineForm {
    if (this.inFence) return 'code';
    if (isHeading(line)) return 'heading';
    if (isCodeLine(line) || this.isInDiff(line)) return 'code';
    return isListItem(line) ? 'item' : 'text';
  }

  private isJson(start: number, line: string): boolean {
    if (start < this.jsonEnd) return true;
    if (!/^\s*[[{]\s*(?:$|["[{])/.test(line) || this.failures >= MAX_JSON_FAILURES) return false;
    const end = endOfJson(this.text, start);
    if (end === null) this.failures += 1;
    this.jsonEnd = end ?? this.jsonEnd;
    return end !== null;
  }

  private isXml(start: number, line: string): boolean {
    if (start < this.xmlEnd) return true;
    if (!line.includes('<') || this.failures >= MAX_JSON_FAILURES || !beginsXml(line)) return false;
    const end = endOfXml(this.text, start);
    if (end === null) this.failures += 1;
    this.xmlEnd = end ?? this.xmlEnd;
    return end !== null;
  }

  /** Whether a line is of a vCard, or of a run of keys with values. */
  private isInRecord(start: number, line: string): boolean {
    const isOfCard = (this.inCard && isCardLine(line)) || isCardBorder(line, 'BEGIN');
    this.inCard = isOfCard && !isCardBorder(line, 'END');
    if (isOfCard) return true;
    if ((this.inFence && !this.inFenceOfPairs) || !line.includes(':') || !isOfPairs(line)) return false;
    const ahead = this.text.slice(start, start + MAX_RECORD_AHEAD).split('\n');
    return this.lines.at(-1)?.form === 'pairs' || beginsRecord(ahead);
  }

  private gridForm(end: number, line: string): LineForm | null {
    const next = this.text.slice(end + 1, endOfLine(this.text, end + 1));
    if (this.isInTable(line, next)) return 'table';
    return this.isSeparated(line, next) ? 'csv' : null;
  }

  private isInTable(line: string, next: string): boolean {
    const bars = barsOf(line);
    if (this.lines.at(-1)?.form === 'table') return bars > 0 || RULE.test(line);
    return (bars > 1 && barsOf(next) > 1) || (bars > 0 && RULE.test(next));
  }

  private isSeparated(line: string, next: string): boolean {
    const cells = cellsOf(line);
    if (cells === null) return false;
    const before = this.lines.at(-1);
    if (before?.form === 'csv') {
      const above = cellsOf(this.text.slice(before.start, before.end));
      return above?.delimiter === cells.delimiter && isRowOf(cells.count, above.count);
    }
    const below = cellsOf(next);
    const isHeader = !line.includes(', ') && line.split(cells.delimiter).every((cell) => HEADER_CELL.test(cell.trim()));
    return isHeader && below?.delimiter === cells.delimiter && isRowOf(below.count, cells.count);
  }

  /** Whether a line is a changed one below the header of a diff. */
  private isInDiff(line: string): boolean {
    const before = this.lines.at(-1);
    return before?.form === 'code' && /^[+-]\s*\S/.test(line) && /^[@+-]/.test(this.text.slice(before.start));
  }
}

/** Forms of a text's lines; those of short texts are cached. */
export const lineFormsOf = memoizeText((text) => new LineForms(text), { most: 64, longest: 1_000 });

/** Whether a line has as many cells as one above it, or a few more, as where a name with a comma has no quotes. */
function isRowOf(count: number, above: number): boolean {
  return count >= Math.max(3, above - 2) && count <= above + 3;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** End of the JSON value that begins at `start`, by its brackets; null if there is none or it has no key. */
function endOfJson(text: string, start: number): number | null {
  let [depth, quoted] = [0, false];
  const most = Math.min(text.length, start + MAX_JSON);
  for (let i = start; i < most; i++) {
    const character = text[i];
    if (quoted) {
      if (character === '\\') i += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return /"\s{0,9}:|\d\s{0,9},|"\s{0,9},/.test(text.slice(start, i)) ? i + 1 : null;
    }
  }
  return null;
}

/** End of the element that begins at `start`, or of the one behind a declaration; null if it is not closed. */
function endOfXml(text: string, start: number): number | null {
  const part = text.slice(start, start + MAX_JSON);
  const [whole, name = '', end = ''] = /<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?:\s[^<>]{0,1000}?)?(\/?)>/u.exec(part) ?? [];
  if (whole === undefined) return null;
  if (end === '/') return start + part.indexOf(whole) + whole.length;
  const closing = `</${name}>`;
  const at = part.lastIndexOf(closing);
  return at < 0 ? null : start + at + closing.length;
}
