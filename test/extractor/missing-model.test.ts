import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '../harness/services.js';

/** The shipped program without one file of the encoder. */
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engraph-shipped-'));
  databaseUrl = await testDatabase();
  const without = (path: string) => !path.endsWith('encoder/names.onnx') && !path.endsWith('.map');
  await cp('dist', join(folder, 'dist'), { recursive: true, filter: without });
  await cp('package.json', join(folder, 'package.json'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

test.each(['extractor', 'standalone'])(
  'a model file that is missing ends the start of the %s, which names it',
  async (app) => {
    const settings = { DATABASE_URL: databaseUrl, KAFKA_BROKERS: '127.0.0.1:1', DATA_DIR: join(folder, 'data') };
    const start = promisify(execFile)(process.execPath, [`dist/apps/${app}/src/main.js`], {
      cwd: folder,
      env: { ...process.env, ...settings, PORT: '1', METRICS_PORT: '0', LOG_LEVEL: 'error' },
    });
    const { code, stderr } = await start.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('names.onnx cannot be read; CLASSIFIER_MODEL=perceptron extracts without it');
  },
);
