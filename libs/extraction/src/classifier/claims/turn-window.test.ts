import { describe, expect, it } from '@jest/globals';
import { turnWindow, type SpokenTurn, type TurnName } from './turn-window.js';

function turn(
  speaker: string,
  text: string,
  memoryId: string | null,
  names: readonly [string, TurnName['type']][] = [],
) {
  const words = text.split(' ');
  return {
    memoryId,
    speaker,
    label: [speaker],
    words,
    names: names.map(([name, type]) => ({ name, type, first: words.indexOf(name), last: words.indexOf(name) })),
  } satisfies SpokenTurn;
}

describe('the window of a turn', () => {
  it('starts with the earlier turns, each after its speaker', () => {
    const window = turnWindow([turn('Ana', 'Lena called', '1')], turn('Bo', 'when ?', null));
    expect(window.words).toEqual(['Ana', ':', 'Lena', 'called', 'Bo', ':', 'when', '?']);
    expect(window.turns).toEqual([
      { label: 0, begin: 2, end: 4 },
      { label: 4, begin: 6, end: 8 },
    ]);
    expect(window.words.slice(window.begin)).toEqual(['when', '?']);
  });

  it('drops the earliest turns if all of them are too long', () => {
    const long = turn('Ana', Array.from({ length: 40 }, () => 'la').join(' '), '1');
    const window = turnWindow(
      [long, { ...long, memoryId: '2', speaker: 'Cem', label: ['Cem'] }],
      turn('Bo', 'ok', null),
    );
    expect(window.words.filter((word) => word === 'Ana')).toEqual([]);
    expect(window.words.filter((word) => word === 'Cem')).toEqual(['Cem']);
  });

  it('has one candidate per name, preferably in the current turn', () => {
    const before = turn('Ana', 'Lena called', '1', [['Lena', 'person']]);
    const window = turnWindow([before], turn('Bo', 'which Lena', null, [['Lena', 'person']]));
    const [lena, ...others] = window.candidates.filter(({ name }) => name === 'Lena');
    expect(others).toEqual([]);
    expect(lena).toMatchObject({ first: 7, last: 7, isInCurrentTurn: true, memoryId: null });
  });

  it('has the memory id of names that only an earlier memory mentions', () => {
    const before = turn('Ana', 'Lena called', '1', [['Lena', 'person']]);
    const window = turnWindow([before], turn('Bo', 'when ?', null));
    expect(window.candidates.map(({ name, memoryId, isSpeaker }) => [name, memoryId, isSpeaker])).toEqual([
      ['Ana', '1', true],
      ['Lena', '1', false],
      ['Bo', null, true],
    ]);
  });

  it('needs no other memory for the current speaker, even if they spoke before', () => {
    const window = turnWindow([turn('Ana', 'hi', '1')], turn('Ana', 'hello ?', null));
    expect(window.candidates).toMatchObject([{ name: 'Ana', isInCurrentTurn: true, memoryId: null }]);
  });

  it('keeps the speaker and the latest names if there are too many', () => {
    const names = Array.from({ length: 30 }, (_, i) => [`N${String(i)}`, 'person'] as [string, 'person']);
    const window = turnWindow([], turn('Bo', names.map(([name]) => name).join(' '), null, names));
    expect(window.candidates.map(({ name }) => name)).toEqual(['Bo', ...names.slice(-13).map(([name]) => name)]);
  });
});
