import type { Polarity } from '#contracts/observations.js';
import type { EntityType } from '#contracts/ontology.js';
import { type Item, wordAt } from './language/items.js';
import type { NameForm } from './language/name-forms.js';
import type { CompiledPattern, Element } from './language/pattern.js';
import { isPersonal } from './slots.js';
import { matchBe, matchVerb } from './language/verbs.js';
import { SKIPPED_ADVERBS } from '#lexicon/function-words.js';
import { POSSESSIVES } from '#lexicon/pronouns.js';

/** Match of a pattern; item ranges have an exclusive end. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly polarity: Polarity;
  readonly a: number | null;
  readonly b: number | null;
  readonly value: readonly [number, number] | null;
}

/** Decides whether an item may fill a slot. */
export type SlotTest = (slot: 'a' | 'b', type: EntityType | null, item: number, form?: NameForm | null) => boolean;

interface State {
  /** Start of the value, if it is not the element that takes it. */
  readonly valueFrom: number | null;
  readonly start: number;
  readonly a: number | null;
  readonly b: number | null;
  readonly value: readonly [number, number] | null;
  readonly polarity: Polarity;
}

/** Words that a gap must not contain: another clause, a negation, or a participle that means a beginning. */
const NOT_IN_GAP =
  /^(?:i|he|she|they|we|and|but|not|who|which|that|if|because|n't|never|no|neither|nor|without|made|elected|appointed|named|voted)$/;
const MAX_PHRASE_WORDS = 4;
const MAX_SKIPPED = 2;

/**
 * Matches a pattern with its first element at item `start`. The only repetition in patterns is the bounded gap, so the
 * cost does not grow with the text.
 * @param past polarity of a simple past; null if it is no match
 */
export function matchPattern(
  pattern: CompiledPattern,
  items: readonly Item[],
  start: number,
  past: Polarity | null,
  fills: SlotTest,
): PatternMatch | null {
  const step = (e: number, i: number, state: State): PatternMatch | null => {
    const element = pattern.elements[e];
    if (element === undefined)
      return { start, end: i, polarity: state.polarity, a: state.a, b: state.b, value: state.value };
    const behind = behindAge(items, i, start);
    const direct = (behind === i ? [i] : [behind, i]).flatMap((at) => stepsOf(element, items, at, state, past, fills));
    for (const [next, changed] of direct) {
      const match = step(e + 1, next, changed);
      if (match !== null) return match;
    }
    return null;
  };
  return step(0, start, { start, valueFrom: null, a: null, b: null, value: null, polarity: 'asserted' });
}

/**
 * Whether a pattern may match from item `start`, by its first element and the next word: a cheap test that rejects
 * most.
 */
export function mayBegin({ elements, seconds }: CompiledPattern, items: readonly Item[], start: number): boolean {
  const first = elements[0];
  const item = items[start];
  if (first === undefined || item === undefined) return true;
  if (seconds !== null && !seconds.has(wordAt(items, start + 1))) return false;
  if (first.kind === 'words') return first.optional || first.words.has(item.word);
  if (first.kind === 'name') return item.name !== null;
  // A slot B may be a bare word, so only persons are checked.
  const isPerson = first.kind === 'possessor' || (first.kind === 'slot' && first.slot === 'a');
  return !isPerson || item.name !== null || isPersonal(item.word);
}

/** Possible ends of an element that starts at item `i` or after a few adverbs. */
function stepsOf(
  element: Element,
  items: readonly Item[],
  i: number,
  state: State,
  past: Polarity | null,
  fills: SlotTest,
): [number, State][] {
  const steps: [number, State][] = [];
  for (let k = i; k <= i + MAX_SKIPPED && k < items.length; k++) {
    steps.push(...stepsAt(element, items, k, state, past, fills));
    if (k === i && element.kind === 'words' && element.optional) steps.push([i, state]);
    if (steps.length > 0 || i === state.start || !SKIPPED_ADVERBS.has(wordAt(items, k))) break;
  }
  return i >= items.length ? stepsAtEnd(element, items, i, state) : steps;
}

/** Steps behind the last item: over what may be left out. */
function stepsAtEnd(element: Element, items: readonly Item[], i: number, state: State): [number, State][] {
  if (element.kind === 'rest') return restSteps(items, i, state);
  return element.kind === 'words' && element.optional ? [[i, state]] : [];
}

/** The item at which "Ana, 41, an architect" goes on: the age before it is no part of what a pattern states. */
function behindAge(items: readonly Item[], i: number, start: number): number {
  const isAge = i > start && items[i - 1]?.name && wordAt(items, i) === ',' && wordAt(items, i + 2) === ',';
  return isAge && /^\d{1,3}$/.test(wordAt(items, i + 1)) ? i + 2 : i;
}

function stepsAt(
  element: Element,
  items: readonly Item[],
  i: number,
  state: State,
  past: Polarity | null,
  fills: SlotTest,
): [number, State][] {
  switch (element.kind) {
    case 'words':
      return wordSteps(element, items, i, state);
    case 'slot':
      return slotSteps(element, withoutThe(items, i, element.slot), state, fills);
    case 'name':
      return nameSteps(items, i, state);
    case 'possessor':
      return possessorSteps(items, i, state, fills);
    case 'verb':
      return matchVerb(items, i, element.verbs, past).map((m) => [m.next, endedBy(state, m.polarity)]);
    case 'be':
      return matchBe(items, i, past).map((m) => [m.next, endedBy(state, m.polarity)]);
    case 'gap':
      return gapSteps(items, i, element, state);
    case 'captured':
      return gapSteps(items, i, { max: element.max, names: false }, state)
        .slice(1)
        .map(([next, before]) => [next, { ...before, value: [state.valueFrom ?? i, next] }]);
    case 'vocabulary':
      return phraseSteps(element.words, items, i, state);
    case 'rest':
      return restSteps(items, i, state);
  }
}

function wordSteps(
  { words, opensValue }: Extract<Element, { kind: 'words' }>,
  items: readonly Item[],
  i: number,
  state: State,
): [number, State][] {
  if (!words.has(wordAt(items, i))) return [];
  return [[i + 1, opensValue ? { ...state, valueFrom: i } : state]];
}

function slotSteps(
  { slot, type, form }: Extract<Element, { kind: 'slot' }>,
  i: number,
  state: State,
  fills: SlotTest,
): [number, State][] {
  return fills(slot, type, i, form) ? [[i + 1, { ...state, [slot]: i }]] : [];
}

/** Skips "the" before an object: "the Pallas Foundation". */
function withoutThe(items: readonly Item[], i: number, slot: 'a' | 'b'): number {
  return slot === 'b' && wordAt(items, i) === 'the' && items[i + 1]?.name ? i + 1 : i;
}

function nameSteps(items: readonly Item[], i: number, state: State): [number, State][] {
  return items[i]?.name ? [[i + 1, state]] : [];
}

/** The rest, which may be empty only behind the first word of the value: "Callum eats everything". */
function restSteps(items: readonly Item[], i: number, state: State): [number, State][] {
  return i < items.length || state.valueFrom !== null
    ? [[i, { ...state, value: [state.valueFrom ?? i, items.length] }]]
    : [];
}

function endedBy(state: State, polarity: Polarity): State {
  return polarity === 'ended' ? { ...state, polarity } : state;
}

/** Matches a possessor: "my", "her", or a name with 's. */
function possessorSteps(items: readonly Item[], i: number, state: State, fills: SlotTest): [number, State][] {
  const item = items[i];
  if (item === undefined) return [];
  if (POSSESSIVES.has(item.word)) return fills('a', null, i) ? [[i + 1, { ...state, a: i }]] : [];
  const isOwner = item.name !== null && /^(?:'s|')$/.test(wordAt(items, i + 1));
  return isOwner && fills('a', null, i) ? [[i + 2, { ...state, a: i }]] : [];
}

function gapSteps(
  items: readonly Item[],
  i: number,
  { max, names }: Pick<Extract<Element, { kind: 'gap' }>, 'max' | 'names'>,
  state: State,
): [number, State][] {
  const steps: [number, State][] = [[i, state]];
  for (let k = i; k < Math.min(items.length, i + max); k++) {
    const item = items[k];
    if (item === undefined || (item.name !== null && !names)) break;
    if (item.name === null && !/^[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*$/u.test(item.word)) break;
    if (NOT_IN_GAP.test(item.word)) break;
    steps.push([k + 1, state]);
  }
  return steps;
}

/** Matches the longest phrase of the vocabulary at item `i`, which becomes the value. */
function phraseSteps(
  vocabulary: ReadonlySet<string>,
  items: readonly Item[],
  i: number,
  state: State,
): [number, State][] {
  for (let last = Math.min(items.length, i + MAX_PHRASE_WORDS); last > i; last--) {
    const phrase = items
      .slice(i, last)
      .map((item) => item.word)
      .join(' ');
    if (vocabulary.has(phrase)) return [[last, { ...state, value: [i, last] }]];
  }
  return [];
}
