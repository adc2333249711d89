import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * Files that may read the clock of the machine, whose time can differ between machines. Stored times, and times
 * compared with them, come from Postgres: `libs/database/src/database-clock.ts`.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/api/src/webhooks/post-event.ts': 'the time in a signature, which receivers compare with a clock of their own',
  'apps/studio/src/entities/timeline.ts': 'where a page draws the present',
  'apps/studio/src/graph/visible-graph.ts': 'where a page draws the present',
  'clients/typescript/src/verify-webhook.ts': 'the clock of the receiver, which judges the age of a signature',
  'libs/extraction-jobs/src/llm/circuit-breaker.ts': 'for how long this process leaves an endpoint alone',
  'libs/access/src/authenticator.ts': 'for callers without a clock: services give theirs',
  'clients/typescript/src/transport.ts': 'the wait that an answer asks for',
  'libs/contracts/src/clock.ts': 'for callers without a clock: services give theirs',
  'libs/contracts/src/messages/commands.ts': 'when a reply was made, which nobody here judges',
  'libs/contracts/src/uuid-v7.ts': 'ids of rows that others do not compare; memories get the time of Postgres',
  'libs/database/src/embedded-postgres-orphan.ts': 'the limit of a wait',
  'libs/database/src/embedded-postgres-server.ts': 'lines of progress',
  'libs/inference/src/openai-endpoint.ts': 'the wait that an endpoint asks for',
  'libs/search/src/vectors/embed-memories.ts': 'stored for vectors that are yet to be made, of which it has none',
  'libs/messaging/src/dead-letter-publisher.ts': 'when a record was given up, which nobody here judges',
  'libs/recall/src/query/analyze-query.ts': 'for callers without a clock: services give theirs',
};
const ASKS = /\bDate\.now\b|\bnew Date\(\)/;

test('nothing asks the clock of its machine for a time that is stored or judged', () => {
  const asking = ['libs', 'apps', 'clients'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\/src\/.*\.m?ts$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => join(root, file))
      .filter((file) => ASKS.test(code(file))),
  );
  expect(asking.sort()).toEqual(Object.keys(ALLOWED).sort());
});

/** A file without comments. */
const code = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
