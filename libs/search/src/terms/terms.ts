import { stemmer } from 'stemmer';
import { cutText } from '#contracts/cut-text.js';
import { fold } from '#contracts/fold.js';
import { identifyLanguage } from '#languages/identify-language.js';
import { indexedLanguage, type IndexedLanguage } from '#languages/indexed-languages.js';
import { isLongText, splitPassages, type Passage } from '../passages/split-passages.js';
import { STOP_WORDS } from './stop-words.js';
import { stemsOf } from './stems.js';
import { bigramsOf, isUnspaced, MAX_TERM_LENGTH, WORD } from './words.js';

/** Terms of one memory, as the index stores them. */
export interface DocumentTerms {
  /**
   * Frequency of each term in the memory. Terms of the speaker's name carry SPEAKER_MARK. A memory in another language
   * than English has the term of its language (`languageTerm`), too. In a long memory, the frequency in the passage
   * where the term occurs most.
   */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Document length: number of terms in the text, repetitions included; of a long one, in its mean passage. */
  readonly length: number;
  /** Number of passages. */
  readonly passageCount: number;
  /** For each term of a long text the passage of each occurrence, ascending; empty for other texts. */
  readonly passages: ReadonlyMap<string, readonly number[]>;
}

/** Prefix of a term that comes from the speaker's name, not from the text. */
export const SPEAKER_MARK = '@';
const LANGUAGE_MARK = `${SPEAKER_MARK}:`;

/**
 * Term of the memories whose words are stemmed in a language. Nothing is found by it: its document frequency says
 * whether a scope has such memories. It begins with SPEAKER_MARK, and no name contains a colon.
 */
export function languageTerm(language: IndexedLanguage): string {
  return `${LANGUAGE_MARK}${language}`;
}

/** Whether a stored term is that of a language and not a word of the memory. */
export function isLanguageTerm(term: string): boolean {
  return term.startsWith(LANGUAGE_MARK);
}

/**
 * Maximum number of distinct terms per memory; the first ones are kept. A text of one mebibyte must not fill the index
 * by itself.
 */
const MAX_TERMS = 4096;
const MAX_FREQUENCY = 32_767;
/** Maximum number of occurrences that are stored of a term in a passage: more hardly change its score. */
const MAX_IN_PASSAGE = 8;
/** Number of passages whose terms are extracted without yielding, in some 4 ms. */
const PASSAGES_AT_ONCE = 48;

/**
 * Counts the terms by which a memory is found: those of its language, if it is one of INDEXED_LANGUAGES, otherwise
 * those of English.
 */
export function documentTerms(text: string, speaker: string | null): DocumentTerms {
  const termCount = new TermCount(text);
  for (const passage of splitPassages(text)) termCount.add(passage);
  return termCount.of(speaker);
}

/**
 * Same as `documentTerms`, but yields to the event loop between passages. Processing a mebibyte at once would block the
 * event loop for a second.
 */
export async function documentTermsInTurns(
  text: string,
  speaker: string | null,
  yieldIfDue: () => Promise<void>,
): Promise<DocumentTerms> {
  const termCount = new TermCount(text);
  for (const passage of splitPassages(text)) {
    termCount.add(passage);
    if (termCount.passageCount % PASSAGES_AT_ONCE === 0) await yieldIfDue();
  }
  return termCount.of(speaker);
}

class TermCount {
  passageCount = 0;
  private readonly frequencies = new Map<string, number>();
  private readonly passages = new Map<string, number[]>();
  private readonly language: IndexedLanguage | null;
  private readonly isLong: boolean;
  private length = 0;

  constructor(text: string) {
    this.language = indexedLanguage(identifyLanguage(text));
    this.isLong = isLongText(text);
  }

  /** Adds the terms of a passage and of the headings that it stands under. */
  add({ text, headings }: Passage): void {
    const passage = this.passageCount;
    this.passageCount += 1;
    const inPassage = new Map<string, number>();
    for (const part of [...headings.map((heading) => heading.text), text])
      for (const term of this.language === null ? termsOf(part) : stemsOf(this.language, part)) {
        this.length += 1;
        inPassage.set(term, (inPassage.get(term) ?? 0) + 1);
      }
    for (const [term, frequency] of inPassage) this.count(term, frequency, passage);
  }

  of(speaker: string | null): DocumentTerms {
    const { frequencies, passages, passageCount, isLong } = this;
    for (const term of termsOf(speaker ?? '')) frequencies.set(SPEAKER_MARK + term, 1);
    if (this.language !== null && this.length > 0) frequencies.set(languageTerm(this.language), 1);
    const length = isLong ? Math.ceil(this.length / Math.max(1, passageCount)) : this.length;
    return { frequencies, length, passageCount: Math.max(1, passageCount), passages };
  }

  private count(term: string, frequency: number, passage: number): void {
    const seen = this.frequencies.get(term);
    if (seen === undefined && this.frequencies.size >= MAX_TERMS) return;
    this.frequencies.set(term, Math.min(Math.max(seen ?? 0, frequency), MAX_FREQUENCY));
    if (!this.isLong) return;
    const occurrences = this.passages.get(term) ?? [];
    this.passages.set(term, occurrences);
    for (let i = 0; i < Math.min(frequency, MAX_IN_PASSAGE); i += 1) occurrences.push(passage);
  }
}

/**
 * Terms of an English text, or of one in an undetermined language, in order and with repetitions: folded words (no
 * case, no accents) without stop words, stemmed (Porter). Scripts without spaces are split into character bigrams.
 */
export function* termsOf(text: string): Generator<string> {
  for (const [word] of fold(text).replaceAll("'", '').matchAll(WORD)) {
    if (isUnspaced(word)) yield* bigramsOf(word);
    else if (!STOP_WORDS.has(word)) yield stemOf(word);
  }
}

/** Term of a folded word: its stem if it has only Latin letters, otherwise the word itself, cut to MAX_TERM_LENGTH. */
function stemOf(word: string): string {
  return /^[a-z]{3,64}$/.test(word) ? stemmer(word) : cutText(word, MAX_TERM_LENGTH);
}
