import { expect, test } from '@jest/globals';
import { EmbedderUnavailable } from './embedder.js';
import { MiniLmEmbedder } from './minilm-embedder.js';
import { quantizeVector } from './quantize-vector.js';

const embedder = new MiniLmEmbedder();

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, own, other] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    product += x * y;
    own += x * x;
    other += y * y;
  }
  return product / Math.sqrt(own * other);
}

test('texts of similar meaning are nearer than texts that share words', async () => {
  const [asked, meant, worded] = await embedder.embed([
    'Which pet does she own?',
    'Her tabby cat sleeps on the sofa all day.',
    'She does own which project to ship first.',
  ]);
  expect(asked?.vector).toHaveLength(embedder.dimensions);
  expect(cosine(asked?.vector ?? [], meant?.vector ?? [])).toBeGreaterThan(
    cosine(asked?.vector ?? [], worded?.vector ?? []),
  );
});

test('the vector of a text does not depend on the batch, and vectors come in the order of the texts', async () => {
  const texts = [
    'A much longer sentence about the harbour, the boats in it, and the weather of that day.',
    'He was ill last week.',
    'The cake needs an hour.',
  ];
  const together = await embedder.embed(texts);
  for (const [i, text] of texts.entries()) {
    const [alone] = await embedder.embed([text]);
    expect(together[i]).toEqual(alone);
  }
});

test('a text of any length or script gets a unit vector', async () => {
  const embeddings = await embedder.embed(['word '.repeat(300_000), '🎉🎉', '日本語のテキスト', '\u0000\uFFFF']);
  for (const { vector } of embeddings) expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
});

test('an aborted caller gets no embedding', async () => {
  await expect(embedder.embed(['Ana moved to Porto.'], AbortSignal.abort())).rejects.toThrow(EmbedderUnavailable);
});

test('quantization to 8 bits changes a cosine by less than 0.002', async () => {
  const embeddings = await embedder.embed(['Ana moved to Porto in May.', 'When did she move?']);
  const [a = new Float32Array(), b = new Float32Array()] = embeddings.map(({ vector }) => vector);
  const exact = cosine(a, b);
  const kept = cosine(quantizeVector(a), quantizeVector(b));
  expect(Math.abs(exact - kept)).toBeLessThan(0.002);
  expect(quantizeVector(new Float32Array(4))).toEqual(new Int8Array(4));
});

test('each token has a contextual unit vector, except the start and end markers', async () => {
  const [one, other, nothing] = await embedder.embed(['She plays the bass.', 'She caught a bass.', '']);
  const { dimensions } = embedder;
  const vectorOf = (pieces: Float32Array | undefined, at: number) =>
    (pieces ?? new Float32Array()).subarray(at * dimensions, (at + 1) * dimensions);
  expect(one?.tokenEmbeddings).toHaveLength(5 * dimensions);
  expect(nothing?.tokenEmbeddings).toHaveLength(0);
  for (let at = 0; at < 5; at += 1) expect(Math.hypot(...vectorOf(one?.tokenEmbeddings, at))).toBeCloseTo(1, 3);
  const basses = cosine(vectorOf(one?.tokenEmbeddings, 3), vectorOf(other?.tokenEmbeddings, 3));
  expect(basses).toBeLessThan(0.95);
});
