import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isLongText, splitPassages, type Passage } from './split-passages.js';

const split = (text: string): Passage[] => [...splitPassages(text)];
const bytes = ({ text }: Passage): number => Buffer.byteLength(text);
/** A paragraph of `count` sentences about a subject. */
const paragraph = (about: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `Sentence ${String(i + 1)} tells a little more about ${about}.`).join(' ');

test('a short text is one passage, and a thousand bytes are short', () => {
  expect(split('  Hi 👋 ')).toEqual([{ start: 0, end: 7, text: '  Hi 👋 ', headings: [] }]);
  expect([isLongText('x'.repeat(1_000)), isLongText('x'.repeat(1_001))]).toEqual([false, true]);
  expect([isLongText('猫'.repeat(333)), isLongText('猫'.repeat(334))]).toEqual([false, true]);
});

test('sections become passages with the headings above them', () => {
  const text = [
    ...['# Runbook', '', paragraph('the service', 6), '', '## Deploy', '', paragraph('deploys', 8)],
    ...['', '### Rollback', '', paragraph('rollbacks', 22), '', '## Alerts', '', paragraph('alerts', 5)],
  ].join('\n');
  const passages = split(text);
  expect(passages.map((one) => [one.text.split('\n')[0], one.headings.map((heading) => heading.text)])).toEqual([
    ['# Runbook', []],
    ['## Deploy', ['Runbook']],
    ['### Rollback', ['Runbook', 'Deploy']],
    [expect.stringMatching(/^Sentence \d+ .*rollbacks/), ['Runbook', 'Deploy', 'Rollback']],
    ['## Alerts', ['Runbook']],
  ]);
});

test('short sections share a passage, and a first line before a blank one is a title', () => {
  const sections = Array.from({ length: 30 }, (_, i) => `## Day ${String(i)}\n\nNothing happened on that day.`);
  const passages = split(['Log of a quiet month', ...sections].join('\n\n'));
  expect(passages.length).toBeLessThan(8);
  expect(passages.slice(1).map(({ headings }) => headings.map(({ text }) => text))).toEqual(
    passages.slice(1).map(() => ['Log of a quiet month']),
  );
  expect(passages.every(({ text }) => /^(Log|## Day)/.test(text))).toBe(true);
});

test('tables and code blocks are cut between lines only, and not taken for headings', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `| host-${String(i)} | 10.0.0.${String(i)} | rack ${String(i)} |`);
  const code = Array.from({ length: 40 }, (_, i) => `# comment ${String(i)}\nrun --step ${String(i)} # and more`);
  const text = ['Hosts:', ...rows, '', '```sh', ...code, '```', 'Done.'].join('\n');
  const lines = new Set(text.split('\n'));
  const passages = split(text);
  expect(passages.flatMap((one) => one.text.split('\n')).every((line) => lines.has(line))).toBe(true);
  expect(passages.flatMap(({ headings }) => headings)).toEqual([]);
});

test('sentences are not divided, but what has no end is', () => {
  const sentences = split(paragraph('oceans', 60));
  expect(sentences.length).toBeGreaterThan(3);
  expect(sentences.every(({ text }) => text.startsWith('Sentence') && text.endsWith('.'))).toBe(true);
  const cut = split('x'.repeat(5_000));
  expect([Math.max(...cut.map(bytes)), cut.map(({ text }) => text).join('')]).toEqual([700, 'x'.repeat(5_000)]);
});

test('a text of headings alone has passages', () => {
  const headings = Array.from({ length: 300 }, (_, i) => `# Heading ${String(i)}`);
  const passages = split(headings.join('\n'));
  expect(passages.flatMap(({ text }) => text.split('\n'))).toEqual(headings);
});

test('passages are the text at their offsets, in order, with all but blanks, and none is too long', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom('', '# One', '## Two', '```', '| a | b |', '- item', 'Word 👋🏽 again. And another one?'),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 20, maxLength: 120 }), (lines) => {
      const text = lines.join('\n');
      const points = Array.from(text);
      const passages = split(text);
      let last = 0;
      for (const { start, end, text: own, headings } of passages) {
        for (const slice of [{ start, end, text: own }, ...headings])
          expect(points.slice(slice.start, slice.end).join('')).toBe(slice.text);
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
      }
      expect(passages.map((one) => one.text.replace(/\s/gu, '')).join('')).toBe(text.replace(/\s/gu, ''));
      if (isLongText(text)) expect(Math.max(0, ...passages.map(bytes))).toBeLessThanOrEqual(1_100);
    }),
    { numRuns: 200 },
  );
});

test('splitting takes time in proportion to the length, whatever the text is made of', () => {
  for (const unit of ['x', '# a\n', ' \n', 'A sentence. ', '| a |\n', '```\n', '- a\n', '猫'])
    expect(timed(() => split(unit.repeat(Math.ceil(262_144 / unit.length))))).toBeLessThan(10_000);
});

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
