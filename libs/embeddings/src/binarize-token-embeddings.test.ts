import { expect, test } from '@jest/globals';
import { binarizeTokenEmbeddings } from './binarize-token-embeddings.js';

test('token embeddings are reduced to the signs of their components, the first in the highest bit', () => {
  const bits = binarizeTokenEmbeddings(
    Float32Array.of(0.5, -0.1, 0, -2, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0.01),
  );
  expect([...bits].map((byte) => byte.toString(2).padStart(8, '0'))).toEqual(['10101100', '00000001']);
});
