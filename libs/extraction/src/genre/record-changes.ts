import { type Cell, type DataRecord, keyWords, OpenRecord } from './cells.js';
import * as keys from './record-keys.js';
import { timeOfDay } from './record-ends.js';

/** What a record of a change says. */
export interface RecordedChange {
  /** The record as it is after the change; null if nothing certain changed. */
  readonly record: DataRecord | null;
  /** When the change takes effect, in Unix nanoseconds; null: when it was told. */
  readonly since: bigint | null;
}

const FIELD = /^(?:field|attribute|column|property|feld|champ|campo)$/;
const AFTER = /^(?:new|new value|is|now|after|neu|nachher|nouveau|nueva|nuevo|después)$/;
const AFTER_FROM = /^to$/;
const EFFECTIVE = /^(?:effective|effective date|effective from|eff|valid from|as of|from date|since|gültig ab|on)$/;
const QUERY = /^(?:query|proposed|suggestion|requested)$/;
/** A key of which a record has the value before and after: "role old", "new address". */
const TWO_SIDED = /^(?:(.+) (old|new)|(old|new) (.+))$/;

/** The change that a record tells of; null if it tells of none. */
export function changesOf(record: DataRecord): RecordedChange | null {
  const { cells, blank, parent } = record;
  const all = [...cells.map(({ key }) => key), ...blank];
  if ([...all, ...(parent?.cells ?? []).map(({ key }) => key)].some((key) => QUERY.test(key)))
    return { record: null, since: null };
  const field = cells.find(({ key }) => FIELD.test(key));
  if (field !== undefined) return { record: fieldChange(cells, blank, field), since: effectiveOf(cells) };
  if (all.some((key) => key === 'old' || key === 'was')) return { record: null, since: null };
  const isTwoSided = all.some((key) => TWO_SIDED.exec(key)?.[2] === 'old' || TWO_SIDED.exec(key)?.[3] === 'old');
  return isTwoSided ? { record: afterChange(record), since: effectiveOf(cells) } : null;
}

function effectiveOf(cells: readonly Cell[]): bigint | null {
  const at = cells.find(({ key }) => EFFECTIVE.test(key));
  return at === undefined ? null : timeOfDay(at.value);
}

/** The record of a change of one field: who it is about, and the value that the field has now. */
function fieldChange(cells: readonly Cell[], blank: readonly string[], field: Cell): DataRecord | null {
  const after = cells.find(({ key }) => AFTER.test(key)) ?? cells.find(({ key }) => AFTER_FROM.test(key));
  const isBlank = after === undefined && blank.some((key) => AFTER.test(key));
  if (after === undefined && !isBlank) return null;
  const record = new OpenRecord();
  for (const cell of cells) if (isOfWhom(cell.key)) record.add(cell);
  record.add(
    after === undefined
      ? { ...field, key: keyWords(field.value), value: '' }
      : { ...after, key: keyWords(field.value) },
  );
  return record;
}

function isOfWhom(key: string): boolean {
  return [keys.PERSON, keys.NAME, keys.FIRST_NAME, keys.LAST_NAME, keys.ORGANIZATION].some((known) => known.test(key));
}

/** A record with two columns for what changed, as it is now. */
function afterChange({ cells, blank, parent, key }: DataRecord): DataRecord {
  return {
    cells: cells.flatMap((cell) => keyNow(cell.key).map((now) => ({ ...cell, key: now }))),
    blank: blank.flatMap(keyNow),
    parent,
    key,
    children: [],
  };
}

/** The key of a column without "new"; none of the column of what was. */
function keyNow(key: string): string[] {
  const [, front, sideBehind, sideInFront, behind] = TWO_SIDED.exec(key) ?? [];
  const side = sideBehind ?? sideInFront;
  if (side === undefined) return [key];
  return side === 'new' ? [keyWords(front ?? behind ?? '')] : [];
}
