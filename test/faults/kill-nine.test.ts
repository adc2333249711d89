import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { killNine, startInstallation, type Installation } from './kill-nine.js';

/** Real Postgres, Kafka, api and extractors in separate processes; `npm run faults` is the long form. */
let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
}, 600_000);
afterAll(async () => {
  await installation.stop();
});

test('kill -9 of api, extractor, broker and Postgres loses, doubles and re-extracts nothing acknowledged', async () => {
  const lines: string[] = [];
  const report = await killNine(installation, 400, (line) => lines.push(line));
  expect(lines.filter((line) => line.startsWith('kill -9'))).toHaveLength(4);
  expect(report.acknowledged).toBeGreaterThanOrEqual(300);
  expect(lines.filter((line) => line.startsWith('not extracted'))).toEqual([]);
  expect(report).toMatchObject({
    lost: 0,
    doubled: 0,
    unansweredTwice: 0,
    notExtractedOnce: 0,
    rebuildDifferences: 0,
  });
}, 600_000);
