import type { RelationType } from '#contracts/ontology.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import type { Cell, DataRecord } from './cells.js';
import { canonicalKey } from './key-synonyms.js';
import { anyPersonalName } from './personal-names.js';
import * as keys from './record-keys.js';
import { type NamedCell, nameAmong } from './record-subject.js';
import { partOf } from './record-values.js';

/** A relation that a record states. */
export interface StatedRelation {
  readonly type: RelationType;
  readonly from: NamedCell;
  readonly to: NamedCell;
}

/** Relatives that a record names, with the telephone numbers that stand behind their names. */
export interface StatedKin {
  readonly relations: readonly StatedRelation[];
  readonly phones: readonly { readonly subject: NamedCell; readonly value: Cell }[];
}

/** "Bo Roth (brother, since May)", "Bo Roth, brother", with or without a telephone number. */
const ENTRY =
  /^([^(),;\d+]{2,60})(?:\((?:his |her |my )?([^(),;\d]{0,30})[^()]{0,40}\)|,\s?(\p{L}[\p{L}'’-]{1,30}))?(?:,?\s{0,4}(\+?\d[\d ()-]{5,20}))?$/u;
const MAX_RELATIVES = 12;

/** Relatives of a person by the keys, and by the words behind the names, of a record. */
export function kinOf(record: DataRecord, cells: readonly Cell[], person: NamedCell): StatedKin {
  const isPersonal = cells.some(({ key }) => keys.OF_PRIVATE_LIFE.test(key));
  const beside = cells.find(({ key }) => keys.RELATION.test(key))?.value;
  const found = [
    ...cells
      .filter(({ key }) => keys.RELATIVE.test(key) && (key !== 'partner' || isPersonal))
      .flatMap((cell) => itemsOf(cell).map((item) => ({ item, word: wordFor(cell.key, beside) }))),
    ...record.children.flatMap(relativesInside),
  ].slice(0, MAX_RELATIVES);
  const relatives = found.flatMap(({ item, word }) => relativeOf(item, word) ?? []);
  return {
    relations: relatives.flatMap(({ who, word }) => relationTo(person, who, word) ?? []),
    phones: relatives.flatMap(({ who, phone }) => (phone === null ? [] : [{ subject: who, value: phone }])),
  };
}

/** Names of the objects inside a record that say what relative they are. */
function relativesInside({ key, cells }: DataRecord): { readonly item: Cell; readonly word: string }[] {
  const item = nameAmong(cells);
  const relation = cells.find((cell) => keys.RELATION.test(cell.key))?.value;
  if (item === undefined || (relation === undefined && !/^(?:children|parents|siblings)$/.test(key))) return [];
  return [{ item, word: relation ?? key }];
}

/** What says how a cell's name is related: the column beside a guardian's name, else the key. */
function wordFor(key: string, beside: string | undefined): string {
  return key === 'emergency contact' ? (beside ?? '') : key;
}

/** The names of a cell, with what stands in brackets behind each. */
function itemsOf(cell: Cell): Cell[] {
  if (cell.key === 'emergency contact') return [cell];
  const items: Cell[] = [];
  let [from, depth] = [0, 0];
  for (let i = 0; i <= cell.value.length; i++) {
    const character = cell.value[i] ?? ',';
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth > 0 || !/[,;/&[\]]/.test(character)) continue;
    const item = cell.value.slice(from, i);
    const begin = from + item.length - item.trimStart().length;
    if (item.trim() !== '') items.push(partOf(cell, begin, item.trim().length));
    from = i + 1;
  }
  return items;
}

function relativeOf(item: Cell, word: string) {
  const [, before = '', inBrackets, behindComma, phone] = ENTRY.exec(item.value) ?? [];
  const written = before.trimEnd();
  const name = anyPersonalName(written);
  if (name === null) return null;
  const who: NamedCell = { cell: partOf(item, item.value.indexOf(written), written.length), type: 'person', name };
  const number = phone === undefined ? null : partOf(item, item.value.lastIndexOf(phone), phone.length);
  const beside = inBrackets?.trim() ?? '';
  return { who, word: beside === '' ? (behindComma ?? word) : beside, phone: number };
}

/** Nouns of relatives by what they are of a person, with the key that says the same in other languages. */
const KINDS: readonly (readonly [
  ReadonlySet<string>,
  string,
  (person: NamedCell, who: NamedCell) => StatedRelation,
])[] = [
  [ROLE_NOUNS.spouse, 'spouse', (from, to) => ({ type: 'spouse_of', from, to })],
  [ROLE_NOUNS.child, 'children', (from, to) => ({ type: 'parent_of', from, to })],
  [ROLE_NOUNS.parent, 'parents', (to, from) => ({ type: 'parent_of', from, to })],
  [ROLE_NOUNS.sibling, 'siblings', (from, to) => ({ type: 'sibling_of', from, to })],
  [ROLE_NOUNS.relative, '', (from, to) => ({ type: 'family_of', from, to })],
  [ROLE_NOUNS.friend, '', (from, to) => ({ type: 'friend_of', from, to })],
];

/** The relation of a relative to a person; null if the word is none of kin or friends. */
function relationTo(person: NamedCell, who: NamedCell, word: string): StatedRelation | null {
  const noun = word.toLowerCase().trim().split(/\s+/).at(-1) ?? '';
  if (person.name === who.name || noun === '') return null;
  const kind = KINDS.find(([nouns, key]) => nouns.has(noun) || canonicalKey(noun) === key);
  return kind === undefined ? null : kind[2](person, who);
}
