import type { EntityType } from '#contracts/ontology.js';
import type { Cell, DataRecord } from './cells.js';
import { canonicalKey } from './key-synonyms.js';
import { anyPersonalName, composedName, personalName } from './personal-names.js';
import * as keys from './record-keys.js';
import { partOf } from './record-values.js';

/** A cell that names an entity. */
export interface NamedCell {
  readonly cell: Cell;
  readonly type: EntityType;
  /** The name as it is called elsewhere: given name first. */
  readonly name: string;
}

/** Type of the name that a cell is; null if it is none or that is unknown. */
export type TypeOf = (cell: Cell) => EntityType | null;

/** Keys of objects that say more of whom the object around them is about. */
const INHERITING =
  /^(?:contacts?|contact (?:info|details)|details|profile|personal(?: (?:info|details))?|(?:home )?address|employment|work|attributes|properties|fields|data|info|answers|preferences|demographics)$/;
/** Keys of objects whose name is a value of the object around them. */
const NAMED_INSIDE = [keys.MANAGER, keys.ORGANIZATION, keys.SCHOOL, keys.GROUP, keys.OWNER, /^(?:spouse|partner)$/];
/** UTF-16 units between two cells of one name: a delimiter with quotes. */
const MAX_GAP = 5;

/** Cells of a record with those of the objects inside that say more of the same. */
export function cellsOfAll(record: DataRecord): readonly Cell[] {
  return [...record.cells, ...record.children.flatMap(inheritedFrom)];
}

function inheritedFrom(record: DataRecord): readonly Cell[] {
  const { key, cells } = record;
  const name = nameAmong(cells);
  if (name !== undefined) return NAMED_INSIDE.some((known) => known.test(key)) ? [{ ...name, key }] : [];
  if (INHERITING.test(key)) return cellsOfAll(record);
  const compound = cells.map((cell) => ({ ...cell, key: canonicalKey(`${key} ${cell.key}`) }));
  return compound.filter((cell) => keys.BIRTHPLACE.test(cell.key));
}

/** The cell that names whom or what a record is about, by the commonest keys. */
export function nameAmong(cells: readonly Cell[]): Cell | undefined {
  return cells.find(({ key }) => keys.NAME.test(key) || key === 'full name');
}

/** The person that a record is about; null if it is about none, or that is not certain. */
export function personOf({ cells }: DataRecord, typeOf: TypeOf): NamedCell | null {
  const composed = composedIn(cells);
  if (composed !== null) return composed;
  const key = cells.find((cell) => keys.PERSON.test(cell.key) && !keys.NOT_CURRENT.test(cell.key));
  const named = key && asPerson(key, typeOf(key), true);
  if (named) return named;
  const name = cells.find((cell) => keys.NAME.test(cell.key));
  if (name === undefined) return null;
  const isOfPerson = typeOf(name) === 'person' || cells.some((cell) => keys.OF_PERSONS.test(cell.key));
  return isOfPerson ? asPerson(name, typeOf(name), typeOf(name) === 'person') : null;
}

/** A person by a cell; a single first name only if the key or a model says that it is one. */
export function asPerson(cell: Cell, known: EntityType | null, isCertain: boolean): NamedCell | null {
  const named = withoutApposition(cell);
  if (known !== null && known !== 'person' && personalName(named.value) === null) return null;
  const name = isCertain && named === cell ? anyPersonalName(named.value) : personalName(named.value);
  return name === null ? null : { cell: named, type: 'person', name };
}

/** A name without what is said of it behind: "Ana Roth (lead)", "Ana Roth, claims handler". */
function withoutApposition(cell: Cell): Cell {
  const behind = /(?:\s\([^()]{1,60}\)|,\s\p{Ll}.{1,60})$/u.exec(cell.value);
  return behind === null ? cell : partOf(cell, 0, behind.index);
}

/** The person whose given name and surname are cells of their own: "name" beside one of them is the other. */
function composedIn(cells: readonly Cell[]): NamedCell | null {
  const [first, last, name] = [keys.FIRST_NAME, keys.LAST_NAME, keys.NAME].map((key) =>
    cells.find((cell) => key.test(cell.key)),
  );
  const [given, surname] = [first ?? (last && name), last ?? (first && name)];
  if (given === undefined || surname === undefined || given === surname) return null;
  if (name !== undefined && name.value.includes(' ') && first !== undefined) return asPerson(name, null, false);
  const full = composedName(given.value, surname.value);
  return full === null ? null : { cell: spanOfBoth(given, surname, full), type: 'person', name: full };
}

/** The cell of a composed name; without a place in the text if the two do not stand side by side. */
function spanOfBoth(given: Cell, surname: Cell, value: string): Cell {
  const [before, behind] = given.start < surname.start ? [given, surname] : [surname, given];
  const isOne = behind.start - before.end <= MAX_GAP;
  return { key: 'full name', value, start: before.start, end: isOne ? behind.end : before.start };
}
