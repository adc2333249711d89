import { setTimeout as delay } from 'node:timers/promises';
import { createDataSource, poolOf } from '#database/data-source.js';
import { LogSubscription } from '#event-store/log-subscription.js';

/** Follows the log as the reader in its second argument, one event every 20 ms; prints its progress. */
const [, , url = '', reader = ''] = process.argv;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const options = { url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
const source = await createDataSource(options).initialize();
const follower = new LogSubscription({
  pool: poolOf(source),
  reader,
  types: ['MemoryEncoded'],
  limits: { events: 1_000, bytes: 8e6 },
  pollMs: 20,
  handle: async (events, term) => {
    for (const event of events) {
      term.assertHeld();
      say(`handled ${event.streamId}`);
      await delay(20);
    }
  },
  onLead: () => {
    say('leads');
  },
  onError: (error) => {
    say(`error ${error instanceof Error ? error.name : 'unknown'}`);
  },
});
follower.start();
process.once('SIGTERM', () => {
  void follower.stop().then(() => source.destroy());
});
