import { mergeObservations } from '#contracts/merge-observations.js';
import type { MentionObservation, Observations } from '#contracts/observations.js';
import type { Budget } from '../../budget.js';
import { speakerOf, UNKNOWN_SPEAKER } from '../../claims/speaker.js';
import type { ExtractionInput, PriorTurn, StageOutcome, Turn } from '../../stage.js';
import { codePointOffsets } from '../../text/code-points.js';
import { partsOf, type Part } from '../../text/parts.js';
import { tokenize, type Token } from '../../text/tokenizer.js';
import { Turns } from '../../turns.js';
import type { ClaimModel } from './claim-model.js';
import { claimObservations } from './claim-observations.js';
import { turnWindow, type SpokenTurn, type TurnName } from './turn-window.js';
import { withheldWords, type WithheldWords } from './withheld-words.js';

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
  const turns = Turns.over(turn.text, budget);
  let prior = before.map((said) => {
    const tokens = [...partsOf(said.text)].flatMap(tokensOf);
    return spokenTurn(said, tokens, said.memoryId, codePointOffsets(said.text));
  });
  const offset = codePointOffsets(turn.text);
  // A long memory is read part by part, each behind the one before.
  for (const part of partsOf(turn.text)) {
    await turns.give();
    const tokens = tokensOf(part);
    if (budget.spent()) {
      const observations = mergeObservations(parts);
      return { state: 'partial', observations, reason: 'out of time', offset: offset(part.first.start) };
    }
    const spoken = spokenTurn(turn, tokens, null, offset);
    const withheld = withheldIn(part, spoken);
    if (tokens.some((token) => !withheld.unclaimed.has(token))) {
      const window = turnWindow(prior, spoken);
      const scored = await model.read(window);
      turns.had();
      parts.push(claimObservations(turn, { tokens, withheld, window }, scored, found));
    }
    prior = [...prior, spoken];
  }
  await turns.give();
  return { state: 'done', observations: mergeObservations(parts) };
}

function tokensOf({ sentences }: Part): Token[] {
  return sentences.flatMap(({ tokens }) => tokens);
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
function withheldIn({ sentences }: Part, { names }: SpokenTurn): WithheldWords {
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
