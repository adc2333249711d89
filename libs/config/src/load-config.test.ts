import { expect, test } from '@jest/globals';
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

test('an empty environment makes a configuration of the defaults', () => {
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
    DATABASE_POOL: '3',
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

test('what an app cannot do without is listed, all of it', () => {
  const config = loadConfig({ HOST: '::1' });
  expect(() => {
    requireSettings(config, ['HOST', 'DATABASE_URL', 'KAFKA_BROKERS']);
  }).toThrow(new InvalidConfig(['DATABASE_URL is required here', 'KAFKA_BROKERS is required here']));
});
