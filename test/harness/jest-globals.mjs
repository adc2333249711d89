/** Stands for `@jest/globals` in a test file that native-runner.mjs runs: the functions that belong to this file. */
const globals = globalThis[Symbol.for('engraph.jest-globals')];

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals;
