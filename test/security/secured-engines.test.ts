import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl } from '#config/database-url.js';
import { kafkaSettings } from '#config/kafka-settings.js';
import { loadConfig } from '#config/load-config.js';
import { createKafka } from '#messaging/kafka.js';
import { makeCertificates, writeCertificates } from '../harness/certificates.js';
import type { LocalBroker } from '../harness/local-broker.js';
import { query } from '../harness/postgres.js';
import { LOGIN, startSecuredBroker } from '../harness/secured-broker.js';
import { startSecuredPostgres, type SecuredPostgres } from '../harness/secured-postgres.js';
import { until } from '../harness/until.js';
import { runEngraph } from '../path/run-engraph.js';

const LOGIN_SETTINGS = { KAFKA_SASL_USERNAME: LOGIN.username, KAFKA_SASL_PASSWORD: LOGIN.password };

let folder: string;
let broker: LocalBroker;
let postgres: SecuredPostgres;
let kafkaTls: Record<string, string>;
let otherCa: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engraph-secured-'));
  const certificates = await makeCertificates();
  const { ca } = await writeCertificates(folder, certificates);
  otherCa = (await writeCertificates(await mkdtemp(join(folder, 'other-')), await makeCertificates())).ca;
  kafkaTls = { KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE: ca };
  broker = await startSecuredBroker(certificates);
  await broker.untilReady(() => topics({ KAFKA_SASL_MECHANISM: 'plain', ...LOGIN_SETTINGS }).then(() => true));
  postgres = await startSecuredPostgres(certificates);
});

afterAll(async () => {
  await broker.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Topics of the broker, read by a client with these settings and without retries. */
async function topics(settings: Record<string, string>): Promise<string[]> {
  const config = loadConfig({ KAFKA_BROKERS: `localhost:${String(broker.port)}`, ...kafkaTls, ...settings });
  const kafka = createKafka({ ...kafkaSettings(config), clientId: 'secured-test', log: () => undefined });
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}

test.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
  'a client logs in at a broker by TLS and %s',
  async (mechanism) => {
    expect(await topics({ KAFKA_SASL_MECHANISM: mechanism, ...LOGIN_SETTINGS })).toEqual(expect.any(Array));
  },
);

test.each([
  ['another authority', () => ({ KAFKA_TLS_CA_FILE: otherCa }), /self-signed|unable to|certificate/i],
  ['a wrong password', () => ({ KAFKA_SASL_PASSWORD: 'wrong' }), /authentication/i],
  [
    'an unknown mechanism of the login',
    () => ({ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'nobody' }),
    /auth/i,
  ],
  ['no TLS', () => ({ KAFKA_TLS: 'off', KAFKA_TLS_CA_FILE: '' }), /./],
])('a client with %s is refused, and says why', async (_what, wrong, message) => {
  await expect(topics({ KAFKA_SASL_MECHANISM: 'scram-sha-256', ...LOGIN_SETTINGS, ...wrong() })).rejects.toThrow(
    message,
  );
});

/** The URL with the TLS parameters of these settings. */
function urlWith(settings: Record<string, string>): string {
  return databaseUrl(postgres.url, loadConfig({ DATABASE_URL: postgres.url, ...settings }));
}

test('Postgres is reached by TLS with its certificate checked, and never without', async () => {
  const { KAFKA_TLS_CA_FILE: ca = '' } = kafkaTls;
  const secured = urlWith({ DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: ca });
  expect(await query(secured, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).toEqual([{ ssl: true }]);
  await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow(/pg_hba|encryption/);
  const other = urlWith({ DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: otherCa });
  await expect(query(other, 'SELECT 1')).rejects.toThrow(/certificate/);
  const elsewhere = urlWith({ DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: ca }).replace(
    'localhost',
    'localhost.',
  );
  await expect(query(elsewhere, 'SELECT 1')).rejects.toThrow(/altnames|ENOTFOUND|EAI_AGAIN/);
});

test('a memory travels from its write to the graph over engines that take only TLS and a login', async () => {
  const { KAFKA_TLS_CA_FILE: ca = '' } = kafkaTls;
  const settings = {
    ...{ ...kafkaTls, ...LOGIN_SETTINGS, KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_PARTITIONS: '2' },
    ...{ CLASSIFIER_MODEL: 'perceptron', EMBEDDING_MODEL: 'static' },
  };
  const url = urlWith({ DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: ca });
  const engraph = await runEngraph('kafka', settings, {
    databaseUrl: url,
    brokers: [`localhost:${String(broker.port)}`],
  });
  try {
    const client = await engraph.client('acme', 'secured');
    await client.post('/v1/memories', { text: 'Alice Chen works at Acme Corp in Lisbon.' });
    await until(async () => {
      const { entities } = (await client.get('/v1/entities?prefix=alice')).body as { entities: unknown[] };
      return entities.length === 1;
    });
  } finally {
    await engraph.stop();
  }
});
