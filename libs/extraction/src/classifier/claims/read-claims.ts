import { mergeObservations } from '#contracts/merge-observations.js';
import type { MentionObservation, Observations } from '#contracts/observations.js';
import type { Budget } from '../../budget.js';
import { speakerOf, UNKNOWN_SPEAKER } from '../../claims/speaker.js';
import type { ExtractionInput, PriorTurn, StageOutcome, Turn } from '../../stage.js';
import { codePointOffsets } from '../../text/code-points.js';
import { sentencesOf, type Sentence } from '../../text/sentences.js';
import { tokenize, type Token } from '../../text/tokenizer.js';
import type { ClaimModel } from './claim-model.js';
import { claimObservations } from './claim-observations.js';
import { turnWindow, type SpokenTurn, type TurnName } from './turn-window.js';
import { withheldWords, type WithheldWords } from './withheld-words.js';

/** Words that are read at once; longer memories are read part by part, each behind the one before. */
const WORDS_AT_ONCE = 110;

interface Named {
  readonly mentions: readonly MentionObservation[];
}

/** A turn that came before, and the names in it. */
export type NamedTurn = PriorTurn & Named;

type Read = Extract<StageOutcome, { state: 'done' | 'partial' }>;

/**
 * Adds to what was found in a turn the claims that the model reads in it. Who speaks for the assistant or the system
 * claims nothing.
 * @param before the turns before in its session, the latest last
 */
export async function readClaims(
  model: ClaimModel,
  turn: ExtractionInput & Named,
  before: readonly NamedTurn[],
  found: Observations,
  budget: Budget,
): Promise<Read> {
  if (speakerOf(turn) === null) return { state: 'done', observations: found };
  const parts = [found];
  let prior = before.map((said) => spokenTurn(said, tokenize(said.text), said.memoryId, codePointOffsets(said.text)));
  const offset = codePointOffsets(turn.text);
  for (const sentences of partsOf(turn.text)) {
    const tokens = sentences.flatMap((sentence) => sentence.tokens);
    if (budget.spent()) {
      const observations = mergeObservations(parts);
      return { state: 'partial', observations, reason: 'out of time', offset: offset(tokens[0]?.start ?? 0) };
    }
    const spoken = spokenTurn(turn, tokens, null, offset);
    const withheld = withheldIn(sentences, spoken);
    if (tokens.some((token) => !withheld.unclaimed.has(token))) {
      const window = turnWindow(prior, spoken);
      parts.push(claimObservations(turn, { tokens, withheld, window }, await model.read(window), found));
    }
    prior = [...prior, spoken];
  }
  return { state: 'done', observations: mergeObservations(parts) };
}

function spokenTurn(
  { speaker, mentions }: Turn & Named,
  tokens: readonly Token[],
  memoryId: string | null,
  offset: (utf16Index: number) => number,
): SpokenTurn {
  const name = speaker?.trim() ?? '';
  const shown = name === '' ? UNKNOWN_SPEAKER : name;
  const starts = new Map(tokens.map((token, i) => [offset(token.start), i]));
  const ends = new Map(tokens.map((token, i) => [offset(token.end), i]));
  const names = mentions.flatMap(({ start, end, type, name: written }): TurnName[] => {
    const [first, last] = [starts.get(start), ends.get(end)];
    return first === undefined || last === undefined ? [] : [{ first, last, type, name: written }];
  });
  return {
    memoryId,
    speaker: shown,
    label: tokenize(shown).map((token) => token.text),
    words: tokens.map((token) => token.text),
    names: names.sort((a, b) => a.first - b.first),
  };
}

/** What the sentences do not claim, by place in the words of the part. */
function withheldIn(sentences: readonly Sentence[], { names }: SpokenTurn): WithheldWords {
  const [unclaimed, denied] = [new Set<Token>(), new Set<Token>()];
  let begin = 0;
  for (const { tokens } of sentences) {
    const end = begin + tokens.length;
    const inside = names
      .filter(({ first, last }) => first >= begin && last < end)
      .map((name) => ({ ...name, first: name.first - begin, last: name.last - begin, confidence: 1 }));
    const withheld = withheldWords(tokens, inside);
    for (const token of withheld.unclaimed) unclaimed.add(token);
    for (const token of withheld.denied) denied.add(token);
    begin = end;
  }
  return { unclaimed, denied };
}

/** The sentences of a text, as many together as fit. */
function* partsOf(text: string): Generator<Sentence[]> {
  let part: Sentence[] = [];
  let words = 0;
  for (const sentence of sentencesOf(text)) {
    if (words > 0 && words + sentence.tokens.length > WORDS_AT_ONCE) {
      yield part;
      [part, words] = [[], 0];
    }
    part.push(sentence);
    words += sentence.tokens.length;
  }
  if (part.length > 0) yield part;
}
