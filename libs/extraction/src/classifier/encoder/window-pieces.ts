import type { TurnWindow, WindowTurn } from '../claims/turn-window.js';
import type { WindowPieces } from './encoder-model.js';
import type { EncoderRows, ReadRow } from './encoder-rows.js';

/** Places that the model tells apart: from this many pieces before the turn on, and of its own. */
const PLACES_BEFORE = 192;
const PLACES = 512;
/** The turns before that it tells apart; who speaks and what they say are parts of their own. */
const TURNS_APART = 3;

/** Of words that are read on, their numbers among those. */
export type WordNumbers = ReadonlyMap<number, number>;

/**
 * The pieces of a window from rows that are read by themselves: who speaks, and what they say. Read on are the first pieces of
 * the turn's own words and of names in the turns before, as in training; all others are only looked at.
 */
export async function windowPieces(
  window: TurnWindow,
  rows: EncoderRows,
): Promise<{ pieces: WindowPieces; numbers: WordNumbers }> {
  const named = new Set(window.candidates.flatMap(({ first, last }) => range(first, last + 1)));
  const numbers = new Map<number, number>();
  const read: number[] = [];
  const kept: number[] = [];
  const parts: number[] = [];
  const states: Float32Array[] = [];
  let before = 0;
  for (const [t, turn] of window.turns.entries()) {
    const own = t === window.turns.length - 1;
    if (own) before = parts.length;
    for (const { row, words, said } of await rowsOf(window, turn, rows)) {
      // The mark of the begin says nothing here; that of the end comes between the turns.
      const last = row.pieces - (said ? 1 : 2);
      const wordAt = new Map(row.first.map((piece, i) => [piece, words + i]));
      for (let piece = 1; piece <= last; piece++) {
        const word = wordAt.get(piece);
        if (word !== undefined && (own || named.has(word))) {
          numbers.set(word, read.length);
          read.push(parts.length);
        } else kept.push(parts.length);
        parts.push(Math.min(TURNS_APART, window.turns.length - 1 - t) * 2 + Number(said));
      }
      states.push(row.states.values.subarray(row.states.width, (last + 1) * row.states.width));
    }
  }
  const places = parts.map((_, i) => Math.min(PLACES - 1, Math.max(0, i - before + PLACES_BEFORE)));
  return { pieces: { states: joined(states), places, parts, read, kept }, numbers };
}

/** The rows of who speaks and of what they say, and where in the window the words of each begin. */
async function rowsOf(
  { words }: TurnWindow,
  { label, begin, end }: WindowTurn,
  rows: EncoderRows,
): Promise<WindowRow[]> {
  return [
    { row: await rows.of(words.slice(label, begin)), words: label, said: false },
    { row: await rows.of(words.slice(begin, end)), words: begin, said: true },
  ];
}

interface WindowRow {
  readonly row: ReadRow;
  readonly words: number;
  readonly said: boolean;
}

function joined(states: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(states.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of states) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
