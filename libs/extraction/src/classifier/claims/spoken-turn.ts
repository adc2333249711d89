import type { MentionObservation } from '#contracts/observations.js';
import type { PriorTurn, Turn } from '../../pipeline/stage.js';
import { UNKNOWN_SPEAKER } from '../../genre/speaker.js';
import type { TextSegment } from '../../text/segment-text.js';
import { tokenize, type Token } from '../../text/tokenizer.js';
import type { SpokenTurn, TurnName } from './turn-window.js';

export interface WithMentions {
  readonly mentions: readonly MentionObservation[];
}

/** An earlier turn with its mentions. */
export type NamedTurn = PriorTurn & WithMentions;

/** All tokens of a segment. */
export function tokensOf({ sentences }: TextSegment): Token[] {
  return sentences.flatMap(({ tokens }) => tokens);
}

/**
 * A turn in words, with its speaker's label.
 * @param offset code points before a UTF-16 index of the turn
 */
export function spokenTurn(
  { speaker, mentions }: Turn & WithMentions,
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
