import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claim, runDirectory, writeWhole } from './engines.js';
import { startKafka } from './kafka.js';
import { createDatabase, query, startPostgres, urlOf } from './postgres.js';
import { until } from './until.js';

/**
 * Creates a database with the newest schema and returns its connection string. It is on the Postgres of this jest
 * worker, which the first caller starts, later test files share, and the end of the run stops. Concurrent files never
 * share a Postgres: an event becomes readable when no older writing transaction is open on the whole server, so a long
 * transaction in one file would delay the events of another.
 */
export async function testDatabase(): Promise<string> {
  const { url } = await shared<{ url: string }>(`postgres-${process.env['JEST_WORKER_ID'] ?? '1'}`, async () => {
    const postgres = await startPostgres({ durable: false });
    const adminUrl = postgres.url('postgres');
    await createTemplate(adminUrl);
    return { url: adminUrl };
  });
  return createDatabase(url, TEMPLATE);
}

/**
 * Returns the broker that all test files of this run share, and a unique prefix for topics and consumer groups. The
 * first caller starts the broker; the end of the run stops it.
 */
export async function testKafka(): Promise<{ brokers: string[]; topicPrefix: string }> {
  const { brokers } = await shared<{ brokers: string[] }>('kafka', async () => {
    const kafka = await startKafka();
    return { brokers: kafka.brokers };
  });
  return { brokers, topicPrefix: `test-${randomBytes(6).toString('hex')}.` };
}

const TEMPLATE = 'engraph_template';

/** There must be no connection to a template, or copying it fails. */
async function createTemplate(adminUrl: string): Promise<void> {
  const { migrate } = await import('#database/migrate.js');
  await query(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(adminUrl, TEMPLATE));
  await query(adminUrl, `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
}

const START_LIMIT_MS = 240_000;

type Outcome<T> = { value: T } | { fault: string };

/** Runs `start` at the first call for `name` in this run, in any process; other callers wait and share the result. */
export async function shared<T>(name: string, start: () => Promise<T>): Promise<T> {
  const file = join(runDirectory(), `${name}.json`);
  if (!existsSync(file) && claim(join(runDirectory(), `${name}.starting`))) {
    writeWhole(file, await outcomeOf(start));
  }
  const outcome = await until<Outcome<T>>(
    () => Promise.resolve(existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as Outcome<T>)),
    START_LIMIT_MS,
    `the start of ${name} by another caller`,
  );
  if ('fault' in outcome) throw new Error(`${name} could not be started: ${outcome.fault}`);
  return outcome.value;
}

async function outcomeOf<T>(start: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await start() };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
