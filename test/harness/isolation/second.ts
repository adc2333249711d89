import { test } from '@jest/globals';
import { visit } from './visit.js';

/** A test file for a jest of its own: see `native-runner.test.ts`. */
test('leaves traces and finds none', () => {
  visit('second');
});
