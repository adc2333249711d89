import { hasWords, sentencesOf, type Sentence } from './sentences.js';

/** Words that models read at once, as in training: a turn of a chat is seldom longer. */
const MAX_SEGMENT_WORDS = 110;
/** Sentences after which a part ends, with words or without: whoever reads them looks at the time between parts. */
const MAX_SEGMENT_SENTENCES = 64;

/** Sentences that are read together. */
export interface TextSegment {
  /** Where it begins. */
  readonly first: Sentence;
  /** Those that have words: perhaps none. */
  readonly sentences: readonly Sentence[];
}

/** The sentences of a text, as many together as fit. Read lazily. */
export function* segmentText(text: string): Generator<TextSegment> {
  let first: Sentence | null = null;
  let sentences: Sentence[] = [];
  let [words, seen] = [0, 0];
  for (const sentence of sentencesOf(text)) {
    const more = hasWords(sentence) ? sentence.tokens.length : 0;
    if (first !== null && (words + more > MAX_SEGMENT_WORDS || seen === MAX_SEGMENT_SENTENCES)) {
      yield { first, sentences };
      [first, sentences, words, seen] = [null, [], 0, 0];
    }
    first ??= sentence;
    seen += 1;
    words += more;
    if (more > 0) sentences.push(sentence);
  }
  if (first !== null) yield { first, sentences };
}
