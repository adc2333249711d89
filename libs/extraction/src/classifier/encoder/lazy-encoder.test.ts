import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import type { SpanTagger } from '../tagger.js';
import { LazyEncoder, ModelFileMissing } from './lazy-encoder.js';

const tagger: SpanTagger = { version: 'test', tag: (sentences) => Promise.resolve(sentences.map(() => [])) };

test('a load that fails is tried again with the next text, and one that succeeds is kept', async () => {
  let loads = 0;
  const encoder = new LazyEncoder(undefined, () => {
    loads += 1;
    return loads < 3 ? Promise.reject(new Error(`load ${String(loads)}`)) : Promise.resolve(tagger);
  });
  expect(loads).toBe(0);
  const first = await Promise.allSettled([encoder.tag([['a']]), encoder.tag([['b']])]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loads).toBe(1);
  await expect(encoder.tag([['a']])).rejects.toThrow('load 2');
  expect(await encoder.tag([['a']])).toEqual([[]]);
  await encoder.tag([['b']]);
  expect(loads).toBe(3);
});

test('a model file that is not there is told of at once, by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-model-'));
  try {
    const make = () => new LazyEncoder(pathToFileURL(`${folder}/`), () => Promise.resolve(tagger));
    await writeFile(join(folder, 'encoder.onnx'), '');
    await writeFile(join(folder, 'encoder.json'), '');
    expect(make).toThrow(ModelFileMissing);
    expect(make).toThrow(join(folder, 'tokenizer.json'));
    await writeFile(join(folder, 'tokenizer.json'), '');
    expect(make).not.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }
});
