import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';

const PROGRAM = ['--import', './test/harness/run-typescript.mjs', 'test/inference/end-while-computing.ts'];

/** How the program ended, and what it printed. */
function runProgram(...args: string[]): Promise<{ ended: unknown; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...PROGRAM, ...args], { timeout: 120_000 }, (error, stdout) => {
      resolve({ ended: error ? (error.signal ?? error.code) : 0, stdout });
    });
  });
}

test('a thread that is closed while it loads or computes does not abort the process', async () => {
  const { ended, stdout } = await runProgram('close');
  expect({ ended, stdout }).toEqual({ ended: 0, stdout: expect.stringMatching(/^[1-6] cut\n$/) });
});

test.each(['15', '60'])('nor does a process that exits %s ms after its thread began to compute', async (afterMs) => {
  const { ended, stdout } = await runProgram('exit', afterMs);
  expect({ ended, stdout }).toEqual({ ended: 0, stdout: 'exits while it computes\n' });
});
