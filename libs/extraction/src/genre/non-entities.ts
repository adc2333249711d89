import { COMMON_ACRONYMS } from '#lexicon/acronyms.js';
import { WEEKDAYS } from '#lexicon/calendar.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { JOB_QUALIFIERS, JOBS, OFFICES, TITLES_OF } from '#lexicon/jobs.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { LANGUAGES, NATIONALITIES } from '#lexicon/nationalities.js';
import { NUMBERED_THINGS } from '#lexicon/numbered-things.js';
import { IRREGULAR_PAST_FORMS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';
import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';
import type { Line, LineForms } from './line-forms.js';
import { isIdentifier } from './line-patterns.js';

/** Characters that, without a space between, make a word a part of an identifier, path, tag or assignment. */
const GLUE_BEFORE = /[\p{L}\p{N}_/\\@#$=<`~^%]$|::$|->$/u;
const GLUE_BEHIND = /^(?:[_/\\=>`~^@#$%]|::|->|\(\)|\.\p{Ll})/u;
/** An acronym: "IT", "A&E", "A1C". */
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}&\d]+\.?$/u;
const QUARTER = /^q[1-4]$/;
/** Abbreviations of common nouns that are not all capitals. */
const COMMON_MIXED_CASE = words('x-ray hba1c');
const SLASH = '/';
/** A slash between two names is no path: "Ana/Bo". */
const NAME_AND_SLASH = /(?:^|[\s(,])\p{Lu}[\p{L}'’-]{0,30}\s?\/$/u;
/** Characters before a name that are looked at. */
const MAX_NEAR = 40;
/** Maximum length of a line in which backquotes are paired. */
const MAX_LINE = 2_000;
/** Nouns of persons by their role, as headings and minutes write them with a capital. */
const ROLES: ReadonlySet<string> = new Set([
  ...ROLE_NOUNS.relative,
  ...ROLE_NOUNS.professional,
  ...words(
    'maintainer reviewer author owner foreman widow widower clerk caretaker applicant attendee speaker host guest god',
  ),
]);
/** Nouns of persons that in lower case are never names; with a capital some are: a dog called Buddy, a Mr Cook. */
const LOWER_CASE_ROLES: ReadonlySet<string> = new Set([
  ...JOBS,
  ...Object.values(ROLE_NOUNS).flatMap((nouns) => [...nouns]),
]);
/** Relatives that notes write with a capital before a name, which is no part of it, unlike "Uncle" and "Sister". */
const RELATIVES_BEFORE_NAMES = words(`
  son daughter stepson stepdaughter grandson granddaughter niece nephew wife husband girlfriend boyfriend neighbour
  neighbor flatmate roommate
`);
/** Relatives that are a part of a name only with a capital: "Sister Agnes", but "my sister Adaeze". */
const LOWER_CASE_RELATIVES = words('sister brother mother father mum mom dad cousin');
/** What a note without a subject begins with, before a name: "Rang Luc", "Met Nkechi Obi". Drew and Rose are names. */
const VERBS_BEFORE_NAMES: ReadonlySet<string> = new Set(
  [
    ...IRREGULAR_PAST_FORMS,
    ...words('called phoned emailed mailed texted messaged visited asked chased thanked welcomed booked'),
  ].filter((verb) => !/^(?:drew|rose)$/.test(verb)),
);
/** Number of a ticket or customer, and numbers of parts with a leading zero: "DATA-881", "T07". */
const REFERENCE = /^\p{Lu}{1,6}-\d{3,}$|^\p{Lu}0\d{1,3}$/u;
/** Descriptions that begin with a name: "Eindhoven-based". */
const DESCRIPTION = /-(?:based|born|approved|style|wide|led|owned|backed|made|like|free|only|era)$/iu;
/** A file by its ending, a version, or a name of digits and capitals such as an id. */
const FILE = /^[\w-]+\.(?:\p{Ll}{1,4}|\p{Ll}{2}\d)$|^v?\d+(?:\.\d+)+/u;

/**
 * Names of a sentence that may be entities. In code and logs none is; elsewhere those are left out that are part of an
 * identifier, a path, a file name, or of code in backquotes, or that are an acronym or a role ("CI", "Chair").
 */
export function withoutNonEntities(
  text: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  forms: LineForms,
): readonly NameSpan[] {
  if (names.length === 0) return names;
  const line = forms.at(tokens[0]?.start ?? 0);
  if (line.form === 'code' || line.form === 'log') return [];
  const named = names.map((span) => trimmed(text, tokens, span));
  const kept = named.filter((span) => isEntity(text, tokens, span) && !isInCode(text, line, tokens, span));
  return kept.length === names.length && named.every((span, i) => span === names[i]) ? names : kept;
}

/**
 * The name of a person or animal without a verb or the noun of a relative before it, or the ending of a possessive:
 * "Rang Luc", "Niece Karin", "Kray's".
 */
function trimmed(text: string, tokens: readonly Token[], span: NameSpan): NameSpan {
  if ((span.type !== 'person' && span.type !== 'animal') || span.first === span.last) return span;
  const words = tokens.slice(span.first, span.last + 1);
  const first = isAfterOther(words) ? span.first + 1 : span.first;
  const last = first < span.last && isPossessive(words) ? span.last - 1 : span.last;
  if (first === span.first && last === span.last) return span;
  return { ...span, first, last, name: text.slice(tokens[first]?.start, tokens[last]?.end) };
}

function isAfterOther([word, name]: readonly Token[]): boolean {
  const lower = word?.lower ?? '';
  const isOther =
    RELATIVES_BEFORE_NAMES.has(lower) ||
    VERBS_BEFORE_NAMES.has(lower) ||
    (word?.text === lower && LOWER_CASE_RELATIVES.has(lower));
  return isOther && /^\p{Lu}/u.test(name?.text ?? '');
}

function isPossessive(words: readonly Token[]): boolean {
  return /^['’]s$/.test(words.at(-1)?.lower ?? '');
}

function isEntity(text: string, tokens: readonly Token[], { first, last, type, name }: NameSpan): boolean {
  if (!/\p{L}/u.test(name) || REFERENCE.test(name) || isNumbered(tokens, first, last)) return false;
  const word = first === last ? (tokens[first]?.text ?? '') : '';
  return !isNoName(name, word, type) && !isPartOfIdentifier(text, tokens[first]?.start ?? 0, tokens[last]?.end ?? 0);
}

/** @param word the name, if it is a single word; else empty */
function isNoName(name: string, word: string, type: NameSpan['type']): boolean {
  if (word !== '' && isNoNameByItself(word, type)) return true;
  if (type === 'person' && VERBS_BEFORE_NAMES.has(word.toLowerCase())) return true;
  // "Finn" may be a person.
  return isCommonNoun(word) || (type !== 'person' && describesPersons(name, word));
}

/** Whether a single word names nothing: an article, a letter, days, a role in lower case, a description. */
function isNoNameByItself(word: string, type: NameSpan['type']): boolean {
  const lower = word.toLowerCase();
  if (word === lower && LOWER_CASE_ROLES.has(word)) return true;
  if (DESCRIPTION.test(word) || (lower.endsWith('s') && WEEKDAYS.has(lower.slice(0, -1)))) return true;
  if (type === 'person' || type === null) return /^(?:the|an?)$/.test(lower);
  // R is a language, and a letter may be the initial of a person.
  return (FUNCTION_WORDS.has(lower) && !ALL_CAPITALS.test(word)) || (/^\p{L}\.?$/u.test(word) && word !== 'R');
}

/** Whether a name is a noun with a number: "Room 3", "Invoice 19". */
function isNumbered(tokens: readonly Token[], first: number, last: number): boolean {
  return (
    last === first + 1 &&
    /^\d+\p{L}?$/u.test(tokens[last]?.text ?? '') &&
    NUMBERED_THINGS.has(tokens[first]?.lower ?? '')
  );
}

function describesPersons(name: string, word: string): boolean {
  return isJobTitle(name) || isNationality(word.toLowerCase());
}

/** Whether a name is only the title of a job: "Head of Sales", "Senior Data Engineer". */
function isJobTitle(name: string): boolean {
  const parts = name.toLowerCase().split(/\s+/);
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return false;
  if (TITLES_OF.has(parts[0] ?? '') && parts[1] === 'of') return true;
  return (
    (JOBS.has(last) || OFFICES.has(last) || last === 'officer') &&
    parts.slice(0, -1).every((part) => JOB_QUALIFIERS.has(part))
  );
}

/** Whether a word is an acronym of a common noun, a quarter, or says which role a person has. */
function isCommonNoun(word: string): boolean {
  const lower = word.toLowerCase().replace(/\.$/, '');
  if (QUARTER.test(lower) || COMMON_MIXED_CASE.has(lower)) return true;
  if (ALL_CAPITALS.test(word)) return COMMON_ACRONYMS.has(lower);
  return OFFICES.has(lower) || ROLES.has(lower);
}

function isNationality(lower: string): boolean {
  return lower.split('-').every((part) => NATIONALITIES.has(part) || LANGUAGES.has(part));
}

/** Whether a span is within backquotes of its line. */
function isInCode(text: string, line: Line, tokens: readonly Token[], { first, last }: NameSpan): boolean {
  const [start, end] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0];
  if (line.end - line.start > MAX_LINE || !text.slice(line.start, line.end).includes('`')) return false;
  const before = text.slice(line.start, start).split('`').length - 1;
  return before % 2 === 1 && text.slice(end, line.end).includes('`');
}

function isPartOfIdentifier(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end);
  if (!/\s/.test(name) && (FILE.test(name) || (isIdentifier(name) && /[_\d/]|::|\p{Ll}\p{Lu}.*[.(]/u.test(name))))
    return true;
  const [before, behind] = [text.slice(Math.max(0, start - MAX_NEAR), start), text.slice(end, end + 3)];
  if (before.endsWith(SLASH) ? !NAME_AND_SLASH.test(before) : GLUE_BEFORE.test(before)) return true;
  return behind.startsWith(SLASH) ? !/^\/\s?\p{Lu}/u.test(behind) : GLUE_BEHIND.test(behind);
}
