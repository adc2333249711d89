import { canonicalKey } from './key-synonyms.js';

/** A value with its key or header; UTF-16 indices of the value in the text, end exclusive. */
export interface Cell {
  /** Words of the key in lower case: "work_mail" and "workMail" are "work mail". */
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Row of a table or of separated values, or an object without those inside it. */
export interface DataRecord {
  /** Cells that have a key and a value. */
  readonly cells: readonly Cell[];
  /** Keys of the cells that are empty, or say that there is none. */
  readonly blank: readonly string[];
  /** The object that contains an object, and the key of that object in it. */
  readonly parent: DataRecord | null;
  readonly key: string;
  /** Objects inside it. */
  readonly children: readonly DataRecord[];
}

/** A record that is being read. */
export class OpenRecord implements DataRecord {
  readonly cells: Cell[] = [];
  readonly blank: string[] = [];
  readonly children: OpenRecord[] = [];

  constructor(
    readonly parent: OpenRecord | null = null,
    readonly key = '',
  ) {
    parent?.children.push(this);
  }

  /** Adds a cell: to those with a value, to the blank ones, or to none if it says nothing. */
  add(cell: Cell): void {
    if (cell.key === '') return;
    const isChange = ARROW.exec(cell.value);
    if (isChange !== null) this.add(afterArrow(cell, isChange));
    else if (!UNKNOWN.test(cell.value) && !NONE.test(cell.value)) this.cells.push(cell);
    else if (!UNKNOWN.test(cell.value)) this.blank.push(cell.key);
  }
}

/** Between a value and the one that it became: "Acme -> Globex". */
const ARROW = /^.{0,120}\s(?:->|→|=>)\s+["']?/u;

function afterArrow(cell: Cell, [before]: RegExpExecArray): Cell {
  const value = cell.value.slice(before.length).replace(/["']$/, '');
  return { key: cell.key, value, start: cell.start + before.length, end: cell.start + before.length + value.length };
}

/** Record of cells without objects inside. */
export function recordOf(cells: readonly Cell[]): DataRecord {
  const record = new OpenRecord();
  for (const cell of cells) record.add(cell);
  return record;
}

/** Values that tell of none; what is not known may be. */
const NONE =
  /^(?:[-–—.]*|~|none|null|nil|nobody.*|none .*|no known.*|nkda|keine?|ningun[oa]s?|aucune?s?|nessun[oa]|nenhuma?|geen|ingen|vacant|\(.*\))$/i;
const UNKNOWN = /^(?:\?+|n\/a|unknown|tb[acd]|undefined|nan|redacted|\*{2,}|x{3,})$/i;

/** Words of a key: "workMail", "work_mail" and "Work mail" are "work mail", "Wohnort" is "city". */
export function keyWords(key: string): string {
  const spaced = key.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return canonicalKey(spaced.trim().toLowerCase());
}
