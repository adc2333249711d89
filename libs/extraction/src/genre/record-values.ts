import { JOBS, OFFICES } from '#lexicon/jobs.js';
import { STATES } from '#lexicon/states.js';
import { words } from '#lexicon/words.js';
import type { StatementPredicate } from '#contracts/ontology.js';
import type { Cell } from './cells.js';

/** Form of the values of a key, and the predicate that it states. */
interface StatementKey {
  readonly key: RegExp;
  readonly predicate: StatementPredicate;
  readonly isValue: (value: string) => boolean;
  /** Whether a cell may list several values. */
  readonly isListed?: true;
}

/** A predicate with a value that a cell states. */
export interface StatedValue {
  readonly predicate: StatementPredicate;
  readonly value: Cell;
}

/** Offices to which one is elected; other leading words are jobs too. */
const ELECTED: ReadonlySet<string> = new Set(
  [...OFFICES].filter((word) => !/^(?:captain|secretary|leader)$/.test(word)),
);
/** What a user or member may do, which is no job. */
const PERMISSIONS = words(`
  admin administrator owner member user guest viewer reader contributor collaborator attendee participant invitee contact
  customer client subscriber primary secondary active inactive required optional other none yes no true false
`);
const UNCERTAIN =
  /[?:;=]|\b(?:guess(?:ed)?|unconfirmed|maybe|probably|pending|inactive|former(?:ly)?|ex|until|suspected)\b/iu;
const MONTH = '\\p{L}{3,12}\\.?';
const DATE = new RegExp(
  [
    '\\d{4}-\\d\\d(?:-\\d\\d)?',
    '--\\d\\d-?\\d\\d',
    '\\d{8}',
    '\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\.?',
    `\\d{1,2}(?:st|nd|rd|th|\\.|er|º)? (?:de )?${MONTH}(?:,? (?:de )?\\d{4})?`,
    `${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
    '(?:1[89]|20)\\d\\d',
    '\\d{4}年\\d{1,2}月\\d{1,2}日',
  ].join('|'),
  'u',
);

const isEmail = (value: string) => /^[^\s@<>()]{1,64}@[^\s@<>()]{1,253}\.[^\s@<>()]{2,}$/.test(value);
const isPhone = (value: string) => /^\+?[\d ()/.-]{6,24}$/.test(value) && !/^\d{4}-\d\d-\d\d$/.test(value);
const isAge = (value: string) => /^\d{1,3}$/.test(value);
const isText = (value: string) => /^[^\d@{}<>=_|]{2,60}$/.test(value) && /\p{L}{2}/u.test(value);
/** Whether a value answers a question instead of telling what. */
export const isAnswer = (value: string) => /^(?:yes|no|true|false|ok|see .*|as above)$/i.test(value);
const isCertain = (value: string) => isText(value) && !UNCERTAIN.test(value) && !isAnswer(value);
const isRole = (value: string) => isCertain(value) && !PERMISSIONS.has(value.toLowerCase());
const isName = (value: string) => isText(value) && /^\p{L}/u.test(value);
const isLanguage = (value: string) => isText(value) && /\p{L}{3}/u.test(value);
const isDiagnosis = (value: string) =>
  /^[^@{}<>=_|?]{3,60}$/.test(value) &&
  /\p{L}{3}/u.test(value) &&
  !/\b(?:suspect(?:ed)?|query|rule out|r\/o|pending)/iu.test(value);
const isHeight = (value: string) =>
  /^(?:\d{2,3}(?: ?cm)?|[12][.,]\d{1,2}(?: ?m)?|\d ?(?:'|ft) ?\d{1,2}(?:"| ?in)?)$/.test(value);
const isState = (value: string) => isCertain(value) && !/^active$/i.test(value);

const isDiet = (value: string) => isCertain(value) && !value.includes(',') && value.split(' ').length <= 4;
const isOffice = (value: string) =>
  [OFFICES, JOBS].some((nouns) =>
    nouns.has(
      value
        .toLowerCase()
        .split(/[\s-]+/)
        .at(-1) ?? '',
    ),
  );

const STATEMENTS: readonly StatementKey[] = [
  { key: /^email$/, predicate: 'email', isValue: isEmail },
  { key: /^phone$/, predicate: 'phone', isValue: isPhone },
  { key: /^(?:role|title)$/, predicate: 'occupation', isValue: isRole },
  { key: /^age$/, predicate: 'age', isValue: isAge },
  { key: /^height$/, predicate: 'height', isValue: isHeight },
  { key: /^nationality$/, predicate: 'nationality', isValue: isName },
  { key: /^nickname$/, predicate: 'nickname', isValue: isName },
  { key: /^marital status$/, predicate: 'status', isValue: isState },
  { key: /^office$/, predicate: 'status', isValue: isOffice },
  { key: /^diet$/, predicate: 'diet', isValue: isDiet },
  { key: /^languages$/, predicate: 'speaks', isValue: isLanguage, isListed: true },
  { key: /^allergies$/, predicate: 'allergic_to', isValue: isCertain, isListed: true },
  { key: /^condition$/, predicate: 'has_condition', isValue: isDiagnosis, isListed: true },
  { key: /^hobbies$/, predicate: 'hobby', isValue: isCertain, isListed: true },
  { key: /^skills$/, predicate: 'has_skill', isValue: isCertain, isListed: true },
];

/** What a cell of a person states by its key; nothing if the value is not of the kind. */
export function statedValues(cell: Cell): readonly StatedValue[] {
  if (cell.key === 'birthday') return birthdayIn(cell);
  if (cell.key === 'status') return isLastingState(cell.value) ? [{ predicate: 'status', value: cell }] : [];
  const stated = STATEMENTS.find(({ key }) => key.test(cell.key));
  if (stated === undefined) return [];
  const { predicate, isValue, isListed } = stated;
  const values = isListed ? listedIn(cell) : [cell];
  return values
    .map((value) => (predicate === 'occupation' ? value : withoutRemark(value)))
    .filter(({ value }) => isValue(value))
    .map((value) => ({ predicate: predicate === 'occupation' ? jobOrOffice(value.value) : predicate, value }));
}

/** Predicate that a key of a person states, whatever the value. */
export function predicateOf(key: string): StatementPredicate | null {
  return key === 'birthday' ? 'birthday' : (STATEMENTS.find((one) => one.key.test(key))?.predicate ?? null);
}

function isLastingState(value: string): boolean {
  return (
    STATES.has(value.toLowerCase()) ||
    /^(?:on )?(?:parental|maternity|paternity|sick|medical|unpaid) leave$/i.test(value)
  );
}

/** An office is a status: one is elected, not employed. */
function jobOrOffice(value: string): StatementPredicate {
  const role = value.toLowerCase();
  if (role === 'retired' || role === 'volunteer' || STATES.has(role)) return 'status';
  return ELECTED.has(role.split(/[\s-]+/).at(-1) ?? '') ? 'status' : 'occupation';
}

/** The date of a cell that may also say where: "14 Feb 1990, Ghent". */
function birthdayIn(cell: Cell): readonly StatedValue[] {
  const found = DATE.exec(cell.value);
  if (found === null || /^\D*\d{1,2}\D*$/.test(found[0])) return found === null ? [] : bareDay(cell, found);
  return [{ predicate: 'birthday', value: partOf(cell, found.index, found[0].length) }];
}

/** A day without a year, if it is all that the cell has: "4 July". */
function bareDay(cell: Cell, found: RegExpExecArray): readonly StatedValue[] {
  return found[0] === cell.value ? [{ predicate: 'birthday', value: cell }] : [];
}

/** The place in a cell of a birthday, before or behind the date; null if it says none. */
export function placeOfBirthIn(cell: Cell): Cell | null {
  const found = DATE.exec(cell.value);
  if (found === null) return null;
  const [before, behind] = [cell.value.slice(0, found.index), cell.value.slice(found.index + found[0].length)];
  const place =
    /^(\p{Lu}[\p{L}\p{M}'’ -]{2,40}),\s$/u.exec(before)?.[1] ??
    /^(?:,| in| à| a| en)\s(\p{Lu}[\p{L}\p{M}'’ -]{2,40})$/u.exec(behind)?.[1];
  return place === undefined ? null : partOf(cell, cell.value.lastIndexOf(place), place.length);
}

/** The items of a cell that lists several: "German, English". */
export function listedIn(cell: Cell): Cell[] {
  return Array.from(cell.value.matchAll(/[^\s,;/&[\]"][^,;/&[\]"]*/g), ({ 0: item, index }) =>
    partOf(cell, index, item.trimEnd().length),
  );
}

/** A value without the remark in brackets behind it: "bees (carries a pen)". */
export function withoutRemark(cell: Cell): Cell {
  const remark = /\s\([^()]{1,60}\)$/.exec(cell.value);
  return remark === null ? cell : partOf(cell, 0, remark.index);
}

/** A part of a cell by its place in the value. */
export function partOf({ key, value, start }: Cell, at: number, length: number): Cell {
  return { key, value: value.slice(at, at + length), start: start + at, end: start + at + length };
}
