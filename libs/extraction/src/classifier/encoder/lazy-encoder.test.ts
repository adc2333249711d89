import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { MODEL_FILES, MODEL_FOLDER } from './encoder-model.js';
import { LazyEncoder, ModelFileMissing } from './lazy-encoder.js';

test('a failed load is retried by the next text, and a successful one is kept', async () => {
  let loads = 0;
  const encoder = LazyEncoder.in(MODEL_FOLDER, () => {
    loads += 1;
    return loads < 3 ? Promise.reject(new Error(`load ${String(loads)}`)) : Promise.resolve('model');
  });
  expect(loads).toBe(0);
  const first = await Promise.allSettled([encoder.model(), encoder.model()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loads).toBe(1);
  await expect(encoder.model()).rejects.toThrow('load 2');
  expect(await encoder.model()).toBe('model');
  await encoder.model();
  expect(loads).toBe(3);
});

test('a missing model file is reported at once, by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-model-'));
  try {
    const make = () => LazyEncoder.in(pathToFileURL(`${folder}/`), () => Promise.resolve('model'));
    for (const name of MODEL_FILES.slice(0, -1)) await writeFile(join(folder, name), '');
    expect(make).toThrow(ModelFileMissing);
    expect(make).toThrow(join(folder, MODEL_FILES.at(-1) ?? ''));
    await writeFile(join(folder, MODEL_FILES.at(-1) ?? ''), '');
    expect(make).not.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }
});
