import { statedTime } from '../../rules/event-time.js';
import type { ExtractionInput } from '../../pipeline/stage.js';
import type { Token } from '../../text/tokenizer.js';
import type { NonFactualTokens } from './non-factual-tokens.js';
import type { TurnWindow } from './turn-window.js';

const SENTENCE_END = /^[.!?…;\n]+$/;

/** A segment of a turn as the model read it. */
export interface ReadSegment {
  /** Tokens of the segment; the window ends with them. */
  readonly tokens: readonly Token[];
  readonly nonFactual: NonFactualTokens;
  /** Tokens of sentences that may be about the speaker. */
  readonly ofSpeaker: ReadonlySet<Token>;
  readonly window: TurnWindow;
}

/** A segment with the memory that it is of. */
export interface ReadTurn extends ReadSegment {
  readonly input: ExtractionInput;
}

/** Text of the sentence around the words; the whole segment if they precede it. */
export function clauseAround(turn: ReadTurn, { first, last }: { first: number; last: number }): string {
  const { tokens, window } = turn;
  if (first < window.begin) return textOfWords(turn, window.begin, window.words.length - 1);
  const ends = (word: number) => SENTENCE_END.test(tokens[word - window.begin]?.text ?? '.');
  let [begin, end] = [first, last];
  while (begin > window.begin && !ends(begin - 1)) begin--;
  while (end + 1 < window.words.length && !ends(end + 1)) end++;
  return textOfWords(turn, begin, end);
}

/** Text from the first to the last word, of those of the segment. */
export function textOfWords({ input, tokens, window }: ReadTurn, first: number, last: number): string {
  const [begin, end] = [tokens[first - window.begin], tokens[last - window.begin]];
  return begin && end ? input.text.slice(begin.start, end.end) : '';
}

/** Time that a clause states, else that of the memory, in Unix nanoseconds. */
export function timeOf({ input }: ReadTurn, clause: string): bigint {
  return statedTime(clause, input.eventAtUnixNanos) ?? input.eventAtUnixNanos;
}
