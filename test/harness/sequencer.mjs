import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The test files that take longest, longest first. One that began last would run alone at the end, while the other
 * workers have nothing left to do.
 */
const LONGEST = JSON.parse(readFileSync(new URL('./longest-files.json', import.meta.url), 'utf8'));

/** Begins with the longest files; the others follow in jest's order, which is by their last durations, or by size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const index = LONGEST.indexOf(relative(context.config.rootDir, path));
      return index === -1 ? LONGEST.length : index;
    };
    return [...super.sort(tests)].sort((one, other) => place(one) - place(other));
  }
}
