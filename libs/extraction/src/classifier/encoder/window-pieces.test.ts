import { expect, test } from '@jest/globals';
import { turnWindow, type SpokenTurn, type TurnName } from '../claims/turn-window.js';
import { EncoderRows } from './encoder-rows.js';
import { LazyEncoder } from './lazy-encoder.js';
import { windowPieces } from './window-pieces.js';

const rows = new EncoderRows(LazyEncoder.shipped());

function turn(speaker: string, text: string, names: readonly string[], memoryId: string | null): SpokenTurn {
  const words = text === '' ? [] : text.split(' ');
  const named = names.map((name): TurnName => {
    return { name, type: 'person', first: words.indexOf(name), last: words.indexOf(name) };
  });
  return { memoryId, speaker, label: [speaker], words, names: named };
}

test('processes the words of the turn and earlier names, and only attends to all other tokens', async () => {
  const window = turnWindow([turn('Ana', 'I met Lena again', ['Lena'], '1')], turn('Bo', 'where ?', [], null));
  const { pieces, numbers } = await windowPieces(window, rows);
  const read = [...numbers.keys()].map((word) => window.words[word]);
  expect(read).toEqual(['Ana', 'Lena', 'Bo', ':', 'where', '?']);
  // Besides the words, an end marker after each of the two turns.
  expect(pieces.parts).toHaveLength(window.words.length + 2);
  expect([...pieces.read, ...pieces.kept].sort((a, b) => a - b)).toEqual(pieces.parts.map((_, i) => i));
  expect(pieces.states).toHaveLength(pieces.parts.length * 384);
});

test('positions are relative to the current turn, and segment ids separate speaker and text', async () => {
  const window = turnWindow([turn('Ana', 'hi', [], '1')], turn('Bo', 'hello', [], null));
  const { pieces } = await windowPieces(window, rows);
  expect(pieces.parts).toEqual([2, 2, 3, 3, 0, 0, 1, 1]);
  expect(pieces.places).toEqual([188, 189, 190, 191, 192, 193, 194, 195]);
});

test('a turn has the same states with and without context', async () => {
  const own = turn('Bo', 'Lena moved to Porto', ['Lena'], null);
  const alone = await windowPieces(turnWindow([], own), rows);
  const behind = await windowPieces(turnWindow([turn('Ana', 'what is new ?', [], '1')], own), rows);
  expect(behind.pieces.states.slice(-alone.pieces.states.length)).toEqual(alone.pieces.states);
});

test('accepts a turn without words, and one with too many tokens', async () => {
  const silent = await windowPieces(turnWindow([turn('Ana', '', [], '1')], turn('Bo', 'yes', [], null)), rows);
  expect(silent.numbers.size).toBe(4);
  const long = turn('Bo', Array.from({ length: 110 }, () => 'Xqzvbrtk').join(' '), [], null);
  const { pieces, numbers } = await windowPieces(turnWindow([], long), rows);
  expect(numbers.size).toBeLessThan(112);
  expect(Math.max(...pieces.places)).toBeLessThan(512);
});
