import { Kafka, type KafkaConfig, type LogEntry, logLevel } from 'kafkajs';
import { socketsEndedAfter } from './kafka-socket.js';

/** Receives log entries of the Kafka client; the details never contain records. */
export type KafkaLog = (level: 'error' | 'warn' | 'info' | 'debug', message: string, details: object) => void;

export interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly log: KafkaLog;
  /** TLS and SASL settings, for a broker that requires them. */
  readonly security?: Pick<KafkaConfig, 'ssl' | 'sasl'>;
  /** A connection without a byte in either direction for this time, in milliseconds, is ended; 45,000 by default. */
  readonly silenceMs?: number;
}

/** More than the client's own limits: 35 s for the answer to a join (`REBALANCE_MS` and 5 s), 30 s for others. */
const SILENCE_MS = 45_000;

/**
 * Retries within the client, about 3 s in total, which cover a change of leader or coordinator. A longer outage
 * surfaces as an error, and the feed or the relay, which know what is safe to repeat, take over.
 */
export const CLIENT_RETRY = { initialRetryTime: 100, factor: 0.2, multiplier: 2, maxRetryTime: 1_000, retries: 6 };

/** Creates a Kafka client; it connects with its first producer, consumer or admin. */
export function createKafka({ brokers, clientId, log, security, silenceMs = SILENCE_MS }: KafkaOptions): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...security,
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    socketFactory: socketsEndedAfter(silenceMs),
    retry: CLIENT_RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      forward(entry, log);
    },
  });
}

const LEVELS = { [logLevel.ERROR]: 'error', [logLevel.WARN]: 'warn', [logLevel.INFO]: 'info' } as const;

/** Limiting retries is safe here: a producer that failed is never used again (see durable-producer.ts). */
const KNOWN_WARNING = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

/** Fields that the client adds to every entry. */
const OWN_FIELDS = new Set(['timestamp', 'logger']);

function forward({ level, namespace, log: { message, ...rest } }: LogEntry, log: KafkaLog): void {
  if (message === KNOWN_WARNING) return;
  const details = Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN_FIELDS.has(name)));
  log(level in LEVELS ? LEVELS[level as keyof typeof LEVELS] : 'debug', `${namespace}: ${message}`, details);
}
