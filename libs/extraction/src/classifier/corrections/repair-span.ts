import type { EntityType } from '#contracts/ontology.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { utf16Indices } from '../../text/code-points.js';
import { sentencesOf, type Sentence } from '../../text/sentences.js';
import type { Token } from '../../text/tokenizer.js';

/** A turn with its mentions, in code points. */
export interface TurnWithNames {
  readonly text: string;
  readonly mentions: readonly { readonly start: number; readonly end: number; readonly type: EntityType }[];
}

/** A self-repair: what a turn corrects in itself or an earlier turn. */
export interface SelfRepair<T> {
  /** The turn with the reparandum; null if it is the correcting turn itself. */
  readonly turn: T | null;
  readonly reparandum: RepairSpan;
  /** The repair, in the correcting turn. */
  readonly repair: RepairSpan;
  /** Text of the turn with the reparandum replaced. */
  readonly text: string;
}

/** Span that can be corrected: a name, month, weekday or number; UTF-16 indices. */
export interface RepairSpan {
  readonly kind: 'name' | 'month' | 'weekday' | 'number';
  /** Type of a name that is one of the turn's mentions. */
  readonly type: EntityType | null;
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

const ADMISSION =
  '(?:sorry|oops|whoops|correction|typo|scratch that|my bad|my mistake|wait|no wait|i misspoke|i meant|meant|\\*)';
const FILLER =
  "(?:[,.:;!*—–-]|\\.\\.\\.|…|oh|ah|uh|um|er|no|ugh|argh|actually|rather|and|but|the|a|it|it's|that|that's|'s|is|was|should|be|been|have|i|mean|in|on|at|of|to|from|for|by|with|not|instead|than)";
/** Sentence that consists only of a correction: "sorry, not ▯, ▮", "oops, I meant ▮". */
const BARE = new RegExp(`^(?:${FILLER} )*${ADMISSION} (?:(?:${ADMISSION}|${FILLER}|slot) )*$`);
/** "I meant ▮", whatever follows. */
const MEANT = /\bmeant (?:(?:the|in|on|at|from|by|for) )?slot (?:[,.:;!—–-]|not|instead|and|but|$)/;
/** "I said ▯, …", which names the reparandum. */
const SAID = /\bi (?:said|wrote|typed|put) (?:(?:the|in|on|at|it was|it's) )*slot /;
const TAKES_BACK = /\b(?:sorry|oops|whoops|wrong|actually|meant|mistake|misspoke|but)\b/;
const MAX_TOKENS = 24;
const CORRECTING_WORD =
  /\b(?:sorry|oops|whoops|correction|typo|scratch|my bad|mistake|wait|misspoke|meant|said|wrote|typed)\b|^\*/i;

/** Whether a text has a word that every correction contains. */
export function mayHoldRepair(text: string): boolean {
  return CORRECTING_WORD.test(text);
}

/**
 * Finds what a turn corrects in itself or in earlier turns of its speaker: "Sorry, I meant Stavanger", "not Bergen,
 * Stavanger", "I said May, she actually moved in April".
 * @param before earlier turns of the speaker, latest last
 * @returns null if it corrects nothing
 */
export function correctionOf<T extends TurnWithNames>(turn: TurnWithNames, before: readonly T[]): SelfRepair<T> | null {
  for (const sentence of sentencesOf(turn.text)) {
    if (sentence.tokens.length > MAX_TOKENS || /\?/.test(sentence.tokens.at(-1)?.text ?? '')) continue;
    const found = findRepair(turn, sentence);
    if (found === null) continue;
    const own = findReparandum({ ...turn, text: turn.text.slice(0, sentence.start) }, found.reparandum, found.repair);
    if (own !== null) return correctionAt<T>(null, turn.text, own, found.repair);
    for (const other of [...before].reverse()) {
      const slip = findReparandum(other, found.reparandum, found.repair);
      if (slip !== null) return correctionAt(other, other.text, slip, found.repair);
      // Without a named reparandum, only the latest turn can be meant.
      if (found.reparandum === null) break;
    }
  }
  return null;
}

function correctionAt<T>(turn: T | null, text: string, reparandum: RepairSpan, repair: RepairSpan): SelfRepair<T> {
  return {
    turn,
    reparandum,
    repair,
    text: text.slice(0, reparandum.start) + repair.written + text.slice(reparandum.end),
  };
}

/** Repair and reparandum of a correcting sentence; the reparandum is null if the sentence does not name it. */
function findRepair(
  turn: TurnWithNames,
  sentence: Sentence,
): { reparandum: RepairSpan | null; repair: RepairSpan } | null {
  const slots = slotsOf(turn, sentence.tokens);
  if (slots.length === 0) return null;
  const words = wordsWithSlots(sentence.tokens, slots);
  const shape = `${words.map(({ word }) => word).join(' ')} `;
  const denied = words.find(({ slot }, i) => slot !== null && /^(?:not|than)$/.test(words[i - 1]?.word ?? ''))?.slot;
  const said = slotAfter(SAID, shape, slots);
  if (said && TAKES_BACK.test(shape)) {
    const repair = slots.find((slot) => slot !== said && slot !== denied && slot.kind === said.kind);
    return repair ? { reparandum: said, repair } : null;
  }
  const repair =
    slotAfter(MEANT, shape, slots) ?? (BARE.test(shape) ? slots.find((slot) => slot !== denied) : undefined);
  return repair === undefined || repair === denied ? null : { reparandum: denied ?? null, repair };
}

/** First slot in the match of an expression on a shape. */
function slotAfter(expression: RegExp, shape: string, slots: readonly RepairSpan[]): RepairSpan | undefined {
  const match = expression.exec(shape);
  if (match === null) return undefined;
  const slotsBefore = shape
    .slice(0, match.index)
    .split(' ')
    .filter((word) => word === 'slot');
  return slots[slotsBefore.length];
}

/** Finds the reparandum in a turn; if it is not named, the span of the same kind most similar to the repair. */
function findReparandum(turn: TurnWithNames, slip: RepairSpan | null, meant: RepairSpan): RepairSpan | null {
  const slots = [...sentencesOf(turn.text)].flatMap(({ tokens }) => slotsOf(turn, tokens));
  const same = (a: RepairSpan, b: RepairSpan) => a.written.toLowerCase() === b.written.toLowerCase();
  if (slip !== null) return slots.findLast((slot) => same(slot, slip)) ?? null;
  if (slots.some((slot) => same(slot, meant))) return null;
  const ofKind = slots.filter(({ kind }) => kind === meant.kind);
  const ofType = ofKind.filter(({ type }) => type === meant.type);
  // An untyped repair matches a single name of any type.
  const alike = ofType.length === 0 && ofKind.length === 1 ? ofKind : ofType;
  return alike.findLast(({ written }) => written[0] === meant.written[0]) ?? alike.at(-1) ?? null;
}

interface SpanWord {
  readonly word: string;
  readonly slot: RepairSpan | null;
}

/** Words of a sentence in lower case, each slot replaced by "slot". */
function wordsWithSlots(tokens: readonly Token[], slots: readonly RepairSpan[]): SpanWord[] {
  return tokens.flatMap((token): SpanWord[] => {
    const slot = slots.find(({ start, end }) => token.start >= start && token.end <= end);
    if (slot === undefined) return [{ word: token.lower, slot: null }];
    return slot.start === token.start ? [{ word: 'slot', slot }] : [];
  });
}

function slotsOf({ text, mentions }: TurnWithNames, tokens: readonly Token[]): RepairSpan[] {
  const index = utf16Indices(text);
  const names = mentions.map(({ start, end, type }) => slotAt(text, 'name', index(start), index(end), type));
  return tokens
    .flatMap((token, i) => {
      const name = names.find(({ start, end }) => token.start >= start && token.end <= end);
      if (name) return name.start === token.start ? [name] : [];
      const kind = kindOf(token, tokens[i - 1]);
      return kind === null ? [] : [slotAt(text, kind, token.start, token.end)];
    })
    .sort((a, b) => a.start - b.start);
}

function slotAt(
  text: string,
  kind: RepairSpan['kind'],
  start: number,
  end: number,
  type: RepairSpan['type'] = null,
): RepairSpan {
  return { kind, type, start, end, written: text.slice(start, end) };
}

function kindOf({ text, lower }: Token, before: Token | undefined): RepairSpan['kind'] | null {
  if (WEEKDAYS.has(lower)) return 'weekday';
  // A correction is too short to show names, so any capitalized word counts.
  const isCapital = before !== undefined && /^\p{Lu}\p{Ll}/u.test(text) && !/^[.!?*"“]$/.test(before.text);
  const isMonth =
    MONTHS.has(lower) && (text !== lower || /^(?:in|not|meant|said|last|next|since)$/.test(before?.lower ?? ''));
  if (isMonth) return 'month';
  if (/^\d{1,4}(?:st|nd|rd|th)?$/.test(lower)) return 'number';
  return isCapital ? 'name' : null;
}
