import { expect, test } from '@jest/globals';
import { runPipeline } from './pipeline.js';
import { stagesOf } from './stages.js';

const MEBIBYTE = 1 << 20;
const LIMIT_MS = 2_000;
/** The stages stop by their budget of a second each; the rest is what a slow machine may take between two checks. */
const SLACK_MS = 1_500;

const HOSTILE: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(MEBIBYTE),
  'one capital letter': 'A'.repeat(MEBIBYTE),
  emoji: '😀'.repeat(100_000),
  'nested brackets': '('.repeat(MEBIBYTE / 2) + ')'.repeat(MEBIBYTE / 2),
  'parts of addresses': 'a@a+a.'.repeat(MEBIBYTE / 6),
  'one name over and over': 'Alice, '.repeat(MEBIBYTE / 7),
  'words of patterns': 'my sister used to work at '.repeat(MEBIBYTE / 26),
  'parts of dates': '1/1/1 may 5 2020 since last '.repeat(MEBIBYTE / 28),
  'slips that are corrected': 'Ana, sorry, no, wait, I mean Bo, '.repeat(MEBIBYTE / 33),
  'verbs that share a subject': 'Ana met Bo and moved to Oslo and works '.repeat(MEBIBYTE / 39),
  apostrophes: "'s".repeat(MEBIBYTE / 2),
  'combining marks': `a${'\u0301'.repeat(MEBIBYTE - 1)}`,
  'lone surrogates': '\ud83d'.repeat(MEBIBYTE),
};

test.each(Object.keys(HOSTILE))('a mebibyte of %s ends in time', async (kind) => {
  const stages = stagesOf();
  const startedAt = performance.now();
  const { reports } = await runPipeline(stages, {
    text: HOSTILE[kind] ?? '',
    speaker: 'Maya',
    role: 'user',
    eventAtUnixNanos: 0n,
  });
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS + SLACK_MS);
  expect(reports.filter((r) => r.state !== 'done' && r.state !== 'partial')).toEqual([]);
});

test('a memory gives at most 2,000 mentions and says that it was read in part', async () => {
  const text = Array.from({ length: 5_000 }, (_, i) => `Alice Chen${String(i)} works at Acme Corp.`).join(' ');
  const input = { text, speaker: null, role: null, eventAtUnixNanos: 0n };
  // A clock that stands still: the number is what ends it, on a slow machine too.
  const { observations, reports } = await runPipeline(stagesOf(), input, () => 0);
  expect(observations.mentions.length).toBeLessThanOrEqual(2_000);
  expect(reports[0]).toMatchObject({ state: 'partial' });
  expect(reports[0]?.error).toMatch(/^too many observations at offset \d+$/);
});
