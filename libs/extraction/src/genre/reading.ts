import type { Genre } from '#contracts/genres.js';
import type { NameRef } from '#contracts/observations.js';
import { FIRST_PERSON } from '#lexicon/pronouns.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { speakerOf } from './speaker.js';
import type { Token } from '../text/tokenizer.js';
import { genreOf } from './genre-of.js';
import { type LineForms, lineFormsOf } from './line-forms.js';
import { isFormOfPeople } from './words-of-people.js';

const PLURAL: ReadonlySet<string> = new Set(['we', 'us', 'our', 'ours', 'ourselves']);
/** First persons that are no argument of a rule. */
const FURTHER_FORMS: ReadonlySet<string> = new Set(['mine', 'myself', 'ours', 'ourselves']);

/** How a memory is read. */
export interface Reading {
  readonly genre: Genre;
  readonly text: string;
  readonly forms: LineForms;
  /** Whom "I" refers to; null where a text has no such person. */
  readonly speaker: NameRef | null;
  /** Whether "we" need not include one person: a page without an author or an "I" speaks for a team. */
  readonly isOfMany: boolean;
  /** Whether a clause without a subject is about the speaker: in messages, not in what is written of others. */
  readonly impliesSpeaker: boolean;
}

/** Beginning of a text in which a first person is looked for, in UTF-16 units. */
const MAX_LENGTH = 16_000;
const QUOTATION_MARK = /["“”«»]/g;
const QUOTATION = /["“«][^"“”«»]{1,500}["”»]/g;
/** Characters before a word in which quotation marks are paired. */
const MAX_QUOTATION = 1_000;
const SINGULAR = 'I|i|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ii]m|[Ii]ve';
const FIRST_PERSON_SINGULAR = new RegExp(String.raw`(?<![\p{L}\p{N}'’.])(?:${SINGULAR})(?![\p{L}\p{N}.])`, 'u');
const FIRST_PERSON_WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’.])(?:${SINGULAR}|[Ww]e|us|[Oo]urs?)(?![\p{L}\p{N}.])`,
  'u',
);

/** Tells how a memory is read: its genre, the forms of its lines, and who speaks. */
export function readingOf(input: ExtractionInput): Reading {
  const genre = genreOf(input);
  const forms = lineFormsOf(input.text);
  const author = speakerOf(input);
  const { text } = input;
  const isNamed = (input.speaker?.trim() ?? '') !== '';
  const speaks = author !== null && (isNamed || speaksOfItself(text, forms));
  const speaker = speaks ? author : null;
  const isMessage = genre === 'chat' || genre === 'code' || (!isNamed && isOwnLine(input, speaker));
  return {
    genre,
    text,
    forms,
    speaker,
    isOfMany: !isNamed && !isMessage && !hasSingular(text, forms),
    impliesSpeaker: speaker !== null && isMessage,
  };
}

/** Whether a sentence is people's words, not code, data or a log. */
export function isOfPeople({ forms }: Reading, { start }: { readonly start: number }): boolean {
  return isFormOfPeople(forms.at(start).form);
}

/** Whether a sentence has a first person outside of quotation marks, which are those of others. */
export function hasFirstPerson({ forms, text, isOfMany }: Reading, tokens: readonly Token[]): boolean {
  const isFirst = ({ lower, text: word }: Token) => {
    if (isOfMany && PLURAL.has(lower)) return false;
    return (FIRST_PERSON.has(lower) || FURTHER_FORMS.has(lower)) && word !== 'US' && word !== 'ME';
  };
  const line = forms.at(tokens[0]?.start ?? 0).start;
  return tokens.some(
    (token) => isFirst(token) && !isQuoted(text.slice(Math.max(line, token.start - MAX_QUOTATION), token.start)),
  );
}

function isQuoted(before: string): boolean {
  return (before.match(QUOTATION_MARK)?.length ?? 0) % 2 === 1;
}

/**
 * Token index of the colon after a name that begins a line ("Ana: I'm late"), which says whose words follow; null for
 * any other line.
 */
export function labelEnd(text: string, tokens: readonly Token[]): number | null {
  const colon = tokens.findIndex(({ text: word }) => word === ':');
  const first = tokens[0];
  if (
    colon < 1 ||
    colon > 5 ||
    first === undefined ||
    !/(?:^|\n)[^\p{L}\n]*$/u.test(text.slice(Math.max(0, first.start - 40), first.start))
  )
    return null;
  return tokens.slice(0, colon).some(({ text: word }) => /^\p{Lu}/u.test(word)) ? colon : null;
}

/** Whether a user who has a first person posts one line without saying its genre: a message, whatever it looks like. */
function isOwnLine({ role, genre, text }: ExtractionInput, speaker: NameRef | null): boolean {
  return speaker !== null && role === 'user' && !genre && !text.trim().includes('\n');
}

function speaksOfItself(text: string, forms: LineForms): boolean {
  return hasInWordsOfPeople(FIRST_PERSON_WORD, text, forms);
}

/** Whether a text has an "I": then its "we" includes that person. */
function hasSingular(text: string, forms: LineForms): boolean {
  return hasInWordsOfPeople(FIRST_PERSON_SINGULAR, text, forms);
}

function hasInWordsOfPeople(word: RegExp, text: string, forms: LineForms): boolean {
  if (!word.test(text)) return false;
  return forms.before(Math.min(text.length, MAX_LENGTH)).some(({ start, end, form }) => {
    return isFormOfPeople(form) && word.test(text.slice(start, end).replace(QUOTATION, ''));
  });
}
