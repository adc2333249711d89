import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { SETTINGS } from '#config/settings.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** A command of README's first part, and what README prints below it; empty where it shows nothing. */
interface Shown {
  readonly command: string;
  readonly output: string;
}

const AFTER_EACH = '\u0001';
let engraph: RunningEngraph;

beforeAll(async () => {
  // As a new user runs it: what is not likely enough is no fact.
  engraph = await runEngraph('log', { FACT_MIN_CONFIDENCE: SETTINGS.FACT_MIN_CONFIDENCE.fallback });
});
afterAll(async () => {
  await engraph.stop();
});

function shownInReadme(): Shown[] {
  const readme = readFileSync('README.md', 'utf8');
  const start = readme.slice(readme.indexOf('\n## Start'), readme.indexOf('\n## Test'));
  const consoles = [...start.matchAll(/```console\n([^]*?)```/g)].map(([, text = '']) => `\n${text}`);
  return consoles.flatMap((text) => text.split('\n$ ').slice(1)).map(commandAndOutput);
}

/** A command goes on where a line ends with a backslash. */
function commandAndOutput(text: string): Shown {
  const lines = text.split('\n');
  const last = lines.findIndex((line) => !line.endsWith('\\'));
  return {
    command: lines.slice(0, last + 1).join('\n'),
    output: lines
      .slice(last + 1)
      .join('\n')
      .trim(),
  };
}

/** Without what differs from run to run: ids of memories, times, days, and the last digits of what a model computes. */
function masked(output: string): string {
  return output
    .replace(/\d{37}/g, 'ID')
    .replace(/17\d{17}/g, 'NANOS')
    .replace(/"20\d\d-\d\d-\d\dT[0-9:.]+Z"/g, 'TIME')
    .replace(/(told |\[)\d{4}-\d\d-\d\d/g, '$1DAY')
    .replace(/"confidence":(0\.\d\d)\d*/g, '"confidence":$1');
}

test('the commands of README print what README shows', async () => {
  const shown = shownInReadme();
  expect(shown.length).toBeGreaterThan(9);
  const { key } = await engraph.client('demo', 'demo');
  const script = shown.map(({ command }) => `${command}\nprintf '${AFTER_EACH}'`).join('\n');
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('http://127.0.0.1:8080', engraph.baseUrl)],
    {
      env: { PATH: process.env['PATH'], KEY: key },
    },
  );
  const printed = stdout.split(AFTER_EACH).map((output) => masked(output.trim()));
  for (const [at, { command, output }] of shown.entries())
    if (output !== '') expect([command, printed[at]]).toEqual([command, masked(output)]);
});
