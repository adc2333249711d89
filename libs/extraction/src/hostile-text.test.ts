import { expect, test } from '@jest/globals';
import { slowness } from '../../../test/harness/slowness.js';
import { DEFAULT_STAGE_BUDGET_MS, monotonicClock } from './pipeline/budget.js';
import { runPipeline } from './pipeline.js';
import { stagesOf } from './stages.js';

const MEBIBYTE = 1 << 20;
const LIMIT_MS = 2_000;
/**
 * The stages stop at their budget of one second each; the rest is for the time between two checks and for loading the
 * model.
 */
const SLACK_MS = 1_500;
const SLOWER = slowness();

/** A beginning that leaves the language of a text undetermined, so that it is read whatever comes then. */
const ENGLISH = 'I met my sister in town, and we had tea. '.repeat(15);

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
  'brackets of all kinds': '([{<'.repeat(MEBIBYTE / 8) + '>}])'.repeat(MEBIBYTE / 8),
  'right-to-left text': ENGLISH + 'قابلت ليلى عمر في القاهرة أمس. אני עובד בתל אביב עם דנה. '.repeat(MEBIBYTE / 57),
  'marks of direction': '\u202eMaya \u2066met\u2069 Oskar\u202c '.repeat(MEBIBYTE / 22),
  'ten thousand names': Array.from({ length: 10_000 }, (_, i) => `Ana ${syllables(i)}`).join(', '),
  'other languages':
    ENGLISH +
    '昨日、東京で田中さんに会いました。Я живу в Москве с Ольгой. ฉันทำงานที่กรุงเทพ मैं दिल्ली में रहता हूँ। 나는 서울에 산다. '.repeat(
      MEBIBYTE / 110,
    ),
  'lone surrogates': '\ud83d'.repeat(MEBIBYTE),
};

test.each(Object.keys(HOSTILE))('a mebibyte of %s ends in time', async (kind) => {
  const stages = stagesOf();
  const startedAt = process.cpuUsage();
  const { reports } = await runPipeline(stages, {
    text: HOSTILE[kind] ?? '',
    speaker: 'Maya',
    role: 'user',
    eventAtUnixNanos: 0n,
  });
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1_000).toBeLessThan(LIMIT_MS + SLACK_MS * SLOWER);
  expect(reports.filter((r) => r.state !== 'done' && r.state !== 'partial')).toEqual([]);
  for (const { state, error } of reports) {
    if (state === 'partial') expect(error).toMatch(/^(?:out of time|too many observations) at offset \d+$/);
  }
});

test.each(['nested brackets', 'words of patterns', 'right-to-left text'])(
  'yields to the event loop while reading a mebibyte of %s',
  async (kind) => {
    let turns = 0;
    let next: NodeJS.Immediate | undefined;
    const take = (): void => {
      turns += 1;
      next = setImmediate(take);
    };
    take();
    try {
      for (const stage of stagesOf()) {
        await stage.ready?.();
        turns = 0;
        const input = { text: HOSTILE[kind] ?? '', speaker: 'Maya', role: 'user' as const, eventAtUnixNanos: 0n };
        await runPipeline([stage], input, monotonicClock, DEFAULT_STAGE_BUDGET_MS * SLOWER);
        expect(turns).toBeGreaterThan(5);
      }
    } finally {
      clearImmediate(next);
    }
  },
);

/** A unique name for each number. */
function syllables(n: number): string {
  return Array.from(String(n))
    .map((digit) => ['Ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'pu'][Number(digit)])
    .join('');
}

test('a memory gives at most 2,000 mentions and is reported as partial', async () => {
  const text = Array.from({ length: 5_000 }, (_, i) => `Alice Chen${String(i)} works at Acme Corp.`).join(' ');
  const input = { text, speaker: null, role: null, eventAtUnixNanos: 0n };
  // A constant clock, so that the number of observations ends it, even on a slow machine.
  const { observations, reports } = await runPipeline(stagesOf(), input, () => 0);
  expect(observations.mentions.length).toBeLessThanOrEqual(2_000);
  expect(reports[0]).toMatchObject({ state: 'partial' });
  expect(reports[0]?.error).toMatch(/^too many observations at offset \d+$/);
});
