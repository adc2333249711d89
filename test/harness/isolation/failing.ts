import { expect, test } from '@jest/globals';

/** Lines that compiling takes away: see `native-runner.test.ts`. */
interface Two {
  readonly two: number;
}

test('fails', () => {
  const found: Two = { two: 3 };
  expect(found.two).toBe(2);
});
