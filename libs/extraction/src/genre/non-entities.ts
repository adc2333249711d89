import { COMMON_ACRONYMS } from '#lexicon/acronyms.js';
import { JOB_QUALIFIERS, JOBS, OFFICES, TITLES_OF } from '#lexicon/jobs.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { LANGUAGES, NATIONALITIES } from '#lexicon/nationalities.js';
import { words } from '#lexicon/words.js';
import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';
import type { Line, LineForms } from './line-forms.js';
import { isIdentifier } from './line-patterns.js';

/** Characters that, without a space between, make a word a part of an identifier, path, tag or assignment. */
const GLUE_BEFORE = /[\p{L}\p{N}_/\\@#$=<`~^%]$|::$|->$/u;
const GLUE_BEHIND = /^(?:[_/\\=>`~^@#$%]|::|->|\(\)|\.\p{Ll})/u;
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
  const kept = names.filter((span) => isEntity(text, tokens, span) && !isInCode(text, line, tokens, span));
  return kept.length === names.length ? names : kept;
}

function isEntity(text: string, tokens: readonly Token[], { first, last, type, name }: NameSpan): boolean {
  if (!/\p{L}/u.test(name)) return false;
  const word = first === last ? (tokens[first]?.text ?? '') : '';
  // "Finn" may be a person.
  if (isCommonNoun(word) || (type !== 'person' && describesPersons(name, word))) return false;
  return !isPartOfIdentifier(text, tokens[first]?.start ?? 0, tokens[last]?.end ?? 0);
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
  if (/^\p{Lu}+\.?$/u.test(word)) return COMMON_ACRONYMS.has(lower);
  return /^q[1-4]$/.test(lower) || OFFICES.has(lower) || ROLES.has(lower);
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
