import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** ONNX Runtime keeps an identifier of the device in `.cache/Microsoft` before it sends anything. */
test('a model that is loaded leaves no identifier in the home folder, as it would to report its use', async () => {
  const home = await mkdtemp(join(tmpdir(), 'engraph-home-'));
  const program = ['--import', './test/harness/run-typescript.mjs', 'test/inference/load-model.ts'];
  // Without CI, under which ONNX Runtime sends nothing anyway.
  await promisify(execFile)(process.execPath, program, { env: { HOME: home, PATH: process.env['PATH'] } });
  // The loader of TypeScript leaves its own cache there, so that there is something.
  expect(await readdir(join(home, '.cache'))).toEqual(['swc-native-0']);
  await rm(home, { recursive: true });
});
