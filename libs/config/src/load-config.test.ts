import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidConfig, loadConfig, requireSettings } from './load-config.js';
import { SETTINGS } from './settings.js';

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
    throw error;
  }
}

test('an empty environment gives the default configuration', () => {
  const config = loadConfig({});
  expect(Object.keys(config)).toEqual(Object.keys(SETTINGS));
  expect(config).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    KAFKA_BROKERS: [],
    EXTRACTION: true,
    LLM_POLICY: 'uncertain',
  });
});

test('every fault of an environment is listed at once, with its variable', () => {
  const env = {
    PORT: '0',
    EXTRACTOR_PORT: '80.5',
    DATABASE_URL: 'mysql://here/db',
    DATABASE_POOL_SIZE: '3',
    KAFKA_REFERENCES_ONLY: 'yes',
    LLM_BASE_URL: 'here',
    LLM_POLICY: 'sometimes',
    LOG_LEVEL: 'loud',
  };
  const faults = faultsOf(env);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(env));
  expect(faults[0]).toBe('PORT must be an integer from 1 to 65535');
  expect(() => loadConfig(env)).toThrow(/PORT.*\n.*EXTRACTOR_PORT.*\n(.*\n)*.*LOG_LEVEL/);
});

test('a fault names the variable and the rule, never the value, which may be a secret', () => {
  const [fault] = faultsOf({ DATABASE_URL: 'mysql://user:hunter2@here/db' });
  expect(fault).toBe('DATABASE_URL must be a URL starting with postgres: or postgresql:');
});

test('blank means unset, and white space around a value does not count', () => {
  const config = loadConfig({
    PORT: '  ',
    KAFKA_BROKERS: ' a:1 , b:2,, ',
    EXTRACTION: ' off ',
    LLM_POLICY: 'always\n',
  });
  expect(config).toMatchObject({ PORT: 8080, KAFKA_BROKERS: ['a:1', 'b:2'], EXTRACTION: false, LLM_POLICY: 'always' });
});

test.each(['1e3', '0x50', '-1', '+80', '80 81', '99999'])('the port %s is refused', (port) => {
  expect(faultsOf({ PORT: port })).toHaveLength(1);
});

test('an LLM endpoint needs a model', () => {
  expect(faultsOf({ LLM_BASE_URL: 'http://127.0.0.1:1/v1' })).toEqual([
    'LLM_MODEL is required when LLM_BASE_URL is set',
  ]);
  expect(faultsOf({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm' })).toEqual([]);
});

test('all missing required settings are listed', () => {
  const config = loadConfig({ HOST: '::1' });
  expect(() => {
    requireSettings(config, ['HOST', 'DATABASE_URL', 'KAFKA_BROKERS']);
  }).toThrow(new InvalidConfig(['DATABASE_URL is required here', 'KAFKA_BROKERS is required here']));
});

test('a secret may be read from a file, and its faults name only the variable', () => {
  const directory = mkdtempSync(join(tmpdir(), 'engraph-secrets-'));
  try {
    const file = join(directory, 'token');
    writeFileSync(file, 'hunter2-hunter2-hunter2-hunter2-hunter2\n');
    expect(loadConfig({ ADMIN_TOKEN_FILE: file }).ADMIN_TOKEN).toBe('hunter2-hunter2-hunter2-hunter2-hunter2');
    expect(faultsOf({ ADMIN_TOKEN_FILE: file, ADMIN_TOKEN: 'x'.repeat(32) })).toEqual([
      'ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set: give one of them',
    ]);
    expect(faultsOf({ DATABASE_URL_FILE: join(directory, 'none') })).toEqual([
      'DATABASE_URL_FILE cannot be read: ENOENT',
    ]);
    writeFileSync(file, 'hunter2');
    const faults = faultsOf({ ADMIN_TOKEN_FILE: file, API_KEY_PEPPER_FILE: file });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['ADMIN_TOKEN', 'API_KEY_PEPPER']);
    expect(faults.join()).not.toContain('hunter2');
    writeFileSync(file, ' \n');
    expect(faultsOf({ LLM_API_KEY_FILE: file })).toEqual(['LLM_API_KEY_FILE is an empty file']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a setting that is no secret is not read from a file', () => {
  expect(loadConfig({ PORT_FILE: '/etc/hostname' }).PORT).toBe(8080);
});

test('the password of Postgres is encoded into its URL unless the URL has one', () => {
  const url = (env: NodeJS.ProcessEnv): string => loadConfig(env).DATABASE_URL;
  const DATABASE_PASSWORD = 'p@ss/w%rd:#';
  const given = new URL(url({ DATABASE_URL: 'postgres://me@here/db', DATABASE_PASSWORD }));
  expect(decodeURIComponent(given.password)).toBe(DATABASE_PASSWORD);
  expect(url({ DATABASE_URL: 'postgres://me:own@here/db', DATABASE_PASSWORD })).toContain('me:own@here');
});

test.each([
  [{ DATABASE_TLS_CA_FILE: '/dev/null' }, 'DATABASE_TLS_CA_FILE needs DATABASE_TLS=verify-full'],
  [{ KAFKA_TLS_CA_FILE: '/dev/null' }, 'KAFKA_TLS_CA_FILE needs KAFKA_TLS=on'],
  [{ KAFKA_TLS: 'on', KAFKA_TLS_CERT_FILE: '/dev/null' }, 'KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together'],
  [
    { KAFKA_SASL_MECHANISM: 'scram-sha-256' },
    'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required when KAFKA_SASL_MECHANISM is set',
  ],
  [{ KAFKA_SASL_USERNAME: 'me' }, 'KAFKA_SASL_MECHANISM is required when a Kafka login is set'],
  [
    { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me', KAFKA_SASL_PASSWORD: 'p' },
    'KAFKA_SASL_MECHANISM plain sends the password unencrypted: it needs KAFKA_TLS=on',
  ],
])('%j is refused', (env, fault) => {
  expect(faultsOf(env)).toEqual([fault]);
});
