import { databaseFaults, databaseUrl } from './database-url.js';
import { embeddingFaults } from './embedding-settings.js';
import { jwtFaults } from './jwt-settings.js';
import { kafkaFaults } from './kafka-settings.js';
import { renamedSettingFaults } from './renamed-settings.js';
import { readSecretFiles } from './secret-files.js';
import { SETTINGS, type Config, type SettingName } from './settings.js';

/** The environment is not a valid configuration; the message lists every fault. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  constructor(readonly faults: readonly string[]) {
    super(`invalid configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads the whole configuration from the environment, once at boot. Password and TLS settings of Postgres become part
 * of its URLs.
 * @throws InvalidConfig with every fault
 */
export function loadConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const { env, faults } = readSecretFiles(variables);
  faults.push(...renamedSettingFaults(env));
  const values = Object.entries(SETTINGS).map(([name, { fallback, parse }]) => {
    const value = env[name]?.trim() ?? '';
    try {
      return [name, parse(value === '' ? fallback : value)] as const;
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}`);
      return [name, undefined] as const;
    }
  });
  const config = Object.fromEntries(values) as unknown as Config;
  if (config.LLM_BASE_URL && !config.LLM_MODEL) faults.push('LLM_MODEL is required when LLM_BASE_URL is set');
  if (faults.length === 0) faults.push(...faultsTogether(config));
  if (faults.length > 0) throw new InvalidConfig(faults);
  return {
    ...config,
    DATABASE_URL: databaseUrl(config.DATABASE_URL, config),
    DATABASE_SERVICE_URL: databaseUrl(config.DATABASE_SERVICE_URL, {
      ...config,
      DATABASE_PASSWORD: config.DATABASE_SERVICE_PASSWORD,
    }),
  };
}

/** Faults of settings that are valid alone but not together. */
function faultsTogether(config: Config): string[] {
  return [
    ...jwtFaults(config),
    ...adminFaults(config),
    ...embeddingFaults(config),
    ...databaseFaults(config),
    ...kafkaFaults(config),
  ];
}

/** Checks that settings are not empty. @throws InvalidConfig naming the empty ones */
export function requireSettings(config: Config, names: readonly SettingName[]): void {
  const missing = names.filter((name) => config[name].toString() === '');
  if (missing.length > 0) throw new InvalidConfig(missing.map((name) => `${name} is required here`));
}

/** Faults of the admin listener, which must not share a port with publicly reachable listeners. */
function adminFaults({ ADMIN_TOKEN, ADMIN_PORT, PORT, METRICS_PORT }: Config): string[] {
  const shared = ADMIN_TOKEN !== '' && [PORT, METRICS_PORT].includes(ADMIN_PORT);
  return shared ? ['ADMIN_PORT must not be the port of the API or of the metrics'] : [];
}
