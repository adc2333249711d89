import { hasWords, sentencesOf, type Sentence } from './sentences.js';

/** Maximum words that a model reads at once, as in training; a turn of a chat is rarely longer. */
const MAX_SEGMENT_WORDS = 110;
/** Maximum sentences of a segment, with or without words: readers check their budget between segments. */
const MAX_SEGMENT_SENTENCES = 64;

/** Sentences that a model reads together. */
export interface TextSegment {
  /** First sentence. */
  readonly first: Sentence;
  /** Sentences with words, possibly none. */
  readonly sentences: readonly Sentence[];
}

/** Yields the segments of a text lazily: as many sentences as fit into each. */
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
