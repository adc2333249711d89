import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The slowest test files, slowest first. If one started last, it would run alone at the end while the other workers are
 * idle.
 */
const LONGEST = [
  'test/faults/campaign/campaign.test.ts',
  'test/backup/backup.test.ts',
  'test/standalone/npm-start.test.ts',
  'test/faults/kill-nine.test.ts',
  'libs/database/src/embedded-postgres.test.ts',
  'test/docs/readme-examples.test.ts',
  'test/faults/unavailable.test.ts',
  'test/faults/lost-broker-disk.test.ts',
  'test/faults/two-clocks.test.ts',
  'test/faults/takeover.test.ts',
  'test/faults/frozen-transaction.test.ts',
  'test/faults/relay-takeover.test.ts',
  'test/messaging/kafka-feed.test.ts',
  'test/messaging/broker-loss.test.ts',
  'test/fairness/noisy-tenant.test.ts',
  'test/client/package.test.ts',
  'test/vectors/large-scope.test.ts',
  'test/erase/canary-kafka.test.ts',
  'test/erase/canary.test.ts',
];

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
