import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const JEST = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--runInBand'];

function jest(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [...JEST, ...args]);
}

test('test files of a process share the modules of the service, and neither fixtures nor the environment', async () => {
  const { stdout } = await jest('--testMatch', '**/test/harness/isolation/{first,second}.ts');
  expect(stdout).toContain('both were here');
});

test('a failure names the line of the source', async () => {
  const failed = jest('--testMatch', '**/test/harness/isolation/failing.ts');
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringMatching(/isolation\/failing\.ts:10:\d+\)/),
  });
});

test('the files that begin first are there', () => {
  const files = JSON.parse(readFileSync(new URL('./longest-files.json', import.meta.url), 'utf8')) as string[];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
