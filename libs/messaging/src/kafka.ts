import { Kafka, type KafkaConfig, type LogEntry, logLevel } from 'kafkajs';

/** Takes what the Kafka client has to say; details never hold records. */
export type KafkaLog = (level: 'error' | 'warn' | 'info' | 'debug', message: string, details: object) => void;

export interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly log: KafkaLog;
  /** TLS and SASL, for a broker that asks for them. */
  readonly security?: Pick<KafkaConfig, 'ssl' | 'sasl'>;
}

/**
 * Retries inside the client bridge a change of leader or coordinator (about 3 s in all); a longer outage surfaces,
 * and the feed or the relay, which know what is safe to repeat, go on from there.
 */
export const CLIENT_RETRY = { initialRetryTime: 100, factor: 0.2, multiplier: 2, maxRetryTime: 1_000, retries: 6 };

/** A client of the cluster; it connects with its first producer, consumer or admin. */
export function createKafka({ brokers, clientId, log, security }: KafkaOptions): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...security,
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
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

/** What the client adds to every entry. */
const OWN_FIELDS = new Set(['timestamp', 'logger']);

function forward({ level, namespace, log: { message, ...rest } }: LogEntry, log: KafkaLog): void {
  if (message === KNOWN_WARNING) return;
  const details = Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN_FIELDS.has(name)));
  log(level in LEVELS ? LEVELS[level as keyof typeof LEVELS] : 'debug', `${namespace}: ${message}`, details);
}
