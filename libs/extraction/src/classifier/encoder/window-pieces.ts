import type { TurnWindow, WindowTurn } from '../claims/turn-window.js';
import type { WindowPieces } from './encoder-model.js';
import type { EncoderRows, ReadRow } from './encoder-rows.js';

/** Positions of the model: how many before the current turn, and in all. */
const POSITIONS_BEFORE = 192;
const POSITIONS = 512;
/** Number of earlier turns with their own segment ids; speaker and text have separate ids. */
const DISTINCT_PRIOR_TURNS = 3;

/** Indices of words among the processed tokens. */
export type WordNumbers = ReadonlyMap<number, number>;

/**
 * Builds the claim encoder's input from rows of the name encoder: speakers and texts of all turns. As in training,
 * upper layers process the first tokens of the current turn's words and of earlier names, and only attend to all
 * others.
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
    for (const { row, words, isText } of await rowsOf(window, turn, rows)) {
      // Skips the start token; the end token separates turns.
      const last = row.pieces - (isText ? 1 : 2);
      const wordAt = new Map(row.first.map((piece, i) => [piece, words + i]));
      for (let piece = 1; piece <= last; piece++) {
        const word = wordAt.get(piece);
        if (word !== undefined && (own || named.has(word))) {
          numbers.set(word, read.length);
          read.push(parts.length);
        } else kept.push(parts.length);
        parts.push(Math.min(DISTINCT_PRIOR_TURNS, window.turns.length - 1 - t) * 2 + Number(isText));
      }
      states.push(row.states.values.subarray(row.states.width, (last + 1) * row.states.width));
    }
  }
  const places = parts.map((_, i) => Math.min(POSITIONS - 1, Math.max(0, i - before + POSITIONS_BEFORE)));
  return { pieces: { states: joined(states), places, parts, read, kept }, numbers };
}

/** Encoder rows of speaker and text of a turn, with the window index of their first word. */
async function rowsOf(
  { words }: TurnWindow,
  { label, begin, end }: WindowTurn,
  rows: EncoderRows,
): Promise<WindowRow[]> {
  return [
    { row: await rows.of(words.slice(label, begin)), words: label, isText: false },
    { row: await rows.of(words.slice(begin, end)), words: begin, isText: true },
  ];
}

interface WindowRow {
  readonly row: ReadRow;
  readonly words: number;
  readonly isText: boolean;
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
