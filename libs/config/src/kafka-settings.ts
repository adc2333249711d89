import { readFileSync } from 'node:fs';
import { fileFaults } from './file-faults.js';
import type { Config, SettingName } from './settings.js';

/** Configuration variables of Kafka. */
export type KafkaConfig = Pick<Config, Extract<SettingName, `KAFKA_${string}`>>;

/** Brokers with TLS and login. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly security: {
    /** Certificates as PEM; absent: plain text. The broker's host name is always verified. */
    readonly ssl?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
    readonly sasl?: Login & ({ mechanism: 'plain' } | { mechanism: 'scram-sha-256' } | { mechanism: 'scram-sha-512' });
  };
}

interface Login {
  username: string;
  password: string;
}

/**
 * Kafka settings from the configuration.
 * @throws Error if a certificate cannot be read: `loadConfig` checked it, but it may have been removed since
 */
export function kafkaSettings(config: KafkaConfig): KafkaSettings {
  return { brokers: config.KAFKA_BROKERS, security: { ...tlsOf(config), ...saslOf(config) } };
}

function tlsOf(config: KafkaConfig): Pick<KafkaSettings['security'], 'ssl'> {
  if (!config.KAFKA_TLS) return {};
  const { KAFKA_TLS_CA_FILE: ca, KAFKA_TLS_CERT_FILE: cert, KAFKA_TLS_KEY_FILE: key } = config;
  const files = Object.entries({ ca, cert, key }).filter(([, path]) => path !== '');
  return { ssl: Object.fromEntries(files.map(([name, path]) => [name, readFileSync(path, 'utf8')])) };
}

function saslOf(config: KafkaConfig): Pick<KafkaSettings['security'], 'sasl'> {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (mechanism === '') return {};
  const login = { username, password };
  switch (mechanism) {
    case 'plain':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-256':
      return { sasl: { mechanism, ...login } };
    case 'scram-sha-512':
      return { sasl: { mechanism, ...login } };
  }
}

/**
 * Faults of the Kafka settings: missing or contradictory values. A password is never sent over an unencrypted
 * connection.
 */
export function kafkaFaults(config: KafkaConfig): string[] {
  const { KAFKA_TLS, KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD } = config;
  const files = ['KAFKA_TLS_CA_FILE', 'KAFKA_TLS_CERT_FILE', 'KAFKA_TLS_KEY_FILE'] as const;
  const certificateFiles = files.filter((name) => config[name] !== '');
  const faults = certificateFiles.flatMap((name) => fileFaults(name, config[name]));
  if (!KAFKA_TLS) faults.push(...certificateFiles.map((name) => `${name} needs KAFKA_TLS=on`));
  if ((config.KAFKA_TLS_CERT_FILE === '') !== (config.KAFKA_TLS_KEY_FILE === ''))
    faults.push('KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together');
  const login = KAFKA_SASL_USERNAME !== '' && KAFKA_SASL_PASSWORD !== '';
  if (mechanism !== '' && !login)
    faults.push('KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required when KAFKA_SASL_MECHANISM is set');
  if (mechanism === '' && (KAFKA_SASL_USERNAME !== '' || KAFKA_SASL_PASSWORD !== ''))
    faults.push('KAFKA_SASL_MECHANISM is required when a Kafka login is set');
  if (mechanism === 'plain' && !KAFKA_TLS)
    faults.push('KAFKA_SASL_MECHANISM plain sends the password unencrypted: it needs KAFKA_TLS=on');
  return faults;
}
