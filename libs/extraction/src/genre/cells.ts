import { canonicalKey } from './key-synonyms.js';

/** A value with its key or header; UTF-16 indices of the value in the text, end exclusive. */
export interface Cell {
  /** Words of the key in lower case: "work_mail" and "workMail" are "work mail". */
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Row of a table or of separated values, or a JSON object without those inside it. */
export interface DataRecord {
  readonly cells: readonly Cell[];
  /** The object that contains a JSON object, and the key of that object in it. */
  readonly parent: DataRecord | null;
  readonly key: string;
}

const EMPTY =
  /^(?:[-–—?.]*|none|null|nil|n\/a|unknown|nobody.*|none .*|no known.*|nkda|keine?|ningun[oa]s?|aucune?s?|tbd|tba|\(.*\))$/i;

/** Words of a key: "workMail", "work_mail" and "Work mail" are "work mail", "Wohnort" is "city". */
export function keyWords(key: string): string {
  const spaced = key.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return canonicalKey(spaced.trim().toLowerCase());
}

/** Whether a cell has a key, and a value that is not a mark of none. */
export function isFilled({ key, value }: Cell): boolean {
  return key !== '' && !EMPTY.test(value);
}
