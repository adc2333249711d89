import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';

const PROGRAM = ['--import', './test/harness/run-typescript.mjs', 'test/inference/end-while-computing.ts'];

interface Ending {
  readonly ended: unknown;
  readonly stdout: string;
}

/** Exit and output of a Node process. */
function runNode(args: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 120_000 }, (error, stdout) => {
      resolve({ ended: error ? (error.signal ?? error.code) : 0, stdout });
    });
  });
}

const runProgram = (...args: string[]): Promise<Ending> => runNode([...PROGRAM, ...args]);

test('a thread that is closed while it loads or computes does not abort the process', async () => {
  const { ended, stdout } = await runProgram('close');
  expect({ ended, stdout }).toEqual({ ended: 0, stdout: expect.stringMatching(/^[1-6] cut\n$/) });
});

test.each(['15', '60'])('nor does a process that exits %s ms after its thread began to compute', async (afterMs) => {
  const { ended, stdout } = await runProgram('exit', afterMs);
  expect({ ended, stdout }).toEqual({ ended: 0, stdout: 'exits while it computes\n' });
});

test('nor does a start that fails while a model loads', async () => {
  const told: string[] = [];
  for (const part of ['0', '0.2', '0.3', '0.4', '0.5', '0.6']) {
    const { ended, stdout } = await runProgram('fail', part);
    expect({ part, ended }).toEqual({ part, ended: 1 });
    told.push(stdout);
  }
  expect(told).toContain('fails while it loads\n');
});

test('nor does a jest that is forced to exit while a test file has left one at work', async () => {
  const jest = ['node_modules/jest/bin/jest.js', '--testMatch', '**/test/inference/left-computing.ts'];
  const { ended } = await runNode(['--no-warnings', ...jest, '--forceExit']);
  expect(ended).toBe(0);
});
