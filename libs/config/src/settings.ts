import {
  fraction,
  fractionBetween,
  integer,
  list,
  oneOf,
  onOff,
  secret,
  someOf,
  text,
  url,
} from './setting-parsers.js';

/** Parser, default and description of one environment variable. */
interface Setting<T> {
  readonly fallback: string;
  readonly about: string;
  readonly parse: (text: string) => T;
  /** Whether it may be read from a file, whose name is in the variable of the same name with the suffix _FILE. */
  readonly isSecret?: true;
}

function setting<T>(fallback: string, about: string, parse: (value: string) => T): Setting<T> {
  return { fallback, about, parse };
}

/** A secret setting, which can also be given as a file. */
function secretSetting<T>(fallback: string, about: string, parse: (value: string) => T): Setting<T> {
  return { fallback, about: `${about} (secret)`, parse, isSecret: true };
}

/** Accepted algorithms: all asymmetric, neither `none` nor shared secrets. */
const JWT_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

const PORTS = integer(1, 65_535);
const MILLISECONDS = integer(1, 86_400_000);

/** Every environment variable of Engraph; README.md's table is generated from this. */
export const SETTINGS = {
  PORT: setting('8080', 'port of the HTTP API', PORTS),
  HOST: setting('127.0.0.1', 'address the HTTP API listens on', text),
  EXTRACTOR_PORT: setting('8081', 'port of the health probes and metrics of an extractor', PORTS),
  METRICS_PORT: setting('9464', 'port of the metrics of the api or of `npm start`; 0: no metrics', integer(0, 65_535)),
  METRICS_HOST: setting('127.0.0.1', 'address of the metrics port', text),
  STUDIO: setting('on', 'serves studio, the pages where people look, at `/v1/studio`', onOff),
  ADMIN_TOKEN: secretSetting(
    '',
    'token of the admin listener, at least 32 characters; empty: no admin listener',
    secret(32),
  ),
  ADMIN_PORT: setting('8082', 'port of the admin listener', PORTS),
  ADMIN_HOST: setting('127.0.0.1', 'address of the admin listener', text),
  API_KEY_PEPPER: secretSetting(
    '',
    'secret input to the hash of API keys, at least 32 characters; empty: `npm start` with its own Postgres keeps one under DATA_DIR, others use none',
    secret(32),
  ),
  API_KEY_PEPPER_PREVIOUS: secretSetting('', 'previous pepper, while keys hashed with it are in use', secret(32)),
  JWT_JWKS_URL: setting(
    '',
    "URL of the JWT issuer's keys (JWKS); without it and without a file, only API keys are accepted",
    url('http:', 'https:'),
  ),
  JWT_JWKS_FILE: setting('', "file with the JWT issuer's keys (JWKS); read again when it changes", text),
  JWT_ISSUER: setting('', 'required `iss` of JWTs', text),
  JWT_AUDIENCE: setting('', 'required `aud` of JWTs', text),
  JWT_ALGORITHMS: setting('RS256,ES256,EdDSA', 'accepted signature algorithms of JWTs', someOf(JWT_ALGORITHMS)),
  JWT_CLOCK_TOLERANCE_S: setting('5', 'tolerated clock difference to the issuer, in seconds', integer(0, 300)),
  JWT_MAX_LIFETIME_S: setting('86400', 'maximum time from `iat` to `exp` of a JWT, in seconds', integer(1, 31_536_000)),
  JWT_TYPES: setting('JWT,at+jwt', 'accepted `typ` of JWTs; a JWT without `typ` counts as JWT', list),
  JWT_NAMESPACES: setting(
    '',
    'namespaces that JWTs may name; a trailing `*` matches any suffix; required with JWTs',
    list,
  ),
  JWT_NAMESPACE_CLAIM: setting('namespace', 'JWT claim with the namespace', text),
  JWT_AGENT_CLAIM: setting('agent', 'JWT claim with the agent', text),
  JWT_PERMISSIONS_CLAIM: setting('permissions', 'JWT claim with the list of permissions', text),
  RATE_LIMIT_PER_S: setting('0', 'requests per second allowed to a key; 0: no limit', integer(0, 100_000)),
  RATE_LIMIT_BURST: setting(
    '100',
    'requests that a key may send at once (size of its token bucket)',
    integer(1, 100_000),
  ),
  RATE_LIMIT_LEASE_SIZE: setting(
    '10',
    'maximum number of tokens that one api takes from a bucket at a time',
    integer(1, 10_000),
  ),
  QUOTA_MEMORIES_PER_DAY: setting(
    '0',
    'memories that a key may store per UTC day; 0: no limit',
    integer(0, 1_000_000_000),
  ),
  WRITE_QUEUE_MAX: setting(
    '4096',
    'maximum number of queued new memories per api; further ones get 503',
    integer(1, 1_000_000),
  ),
  WRITE_QUEUE_MAX_BYTES: setting(
    '67108864',
    'maximum bytes of text and metadata in that queue',
    integer(1, 8_589_934_592),
  ),
  REQUEST_QUEUE_MAX: setting(
    '500',
    'maximum number of queued requests per api; beyond it, the scope with the most queued requests gets 503',
    integer(1, 1_000_000),
  ),
  SCOPE_QUEUE_MAX: setting(
    '250',
    'maximum number of queued requests of one scope; further ones get 503',
    integer(1, 1_000_000),
  ),
  REQUEST_CONCURRENCY_MAX: setting(
    '64',
    'maximum cost of requests running at a time; a small read costs 1, a recall 4',
    integer(1, 100_000),
  ),
  SCOPE_CONCURRENCY_MAX: setting(
    '8',
    "maximum cost of one scope's running requests; further ones are queued",
    integer(1, 100_000),
  ),
  REQUEST_TIMEOUT_MS: setting(
    '30000',
    'timeout for receiving a request, and again for answering it (plus `Prefer: wait`), in milliseconds',
    integer(100, 3_600_000),
  ),
  DATA_DIR: setting('.data', 'directory of the Postgres data and the demo key of `npm start`', text),
  DEMO_KEY_DAYS: setting('30', 'validity of the demo key in days; 0: it never expires', integer(0, 36_500)),
  DATABASE_URL: secretSetting(
    '',
    'Postgres connection string; empty: `npm start` runs its own Postgres',
    url('postgres:', 'postgresql:'),
  ),
  DATABASE_PASSWORD: secretSetting('', 'password for `DATABASE_URL`, if the URL has none', text),
  DATABASE_SERVICE_URL: secretSetting(
    '',
    'Postgres connection string of the login that serves requests, such as `engraph_service`, created by `migrate`; empty: `DATABASE_URL`',
    url('postgres:', 'postgresql:'),
  ),
  DATABASE_SERVICE_PASSWORD: secretSetting('', 'password for `DATABASE_SERVICE_URL`, if the URL has none', text),
  DATABASE_TLS: setting(
    'off',
    "verify-full: use TLS and verify the server's certificate and name",
    oneOf('off', 'verify-full'),
  ),
  DATABASE_TLS_CA_FILE: setting('', 'CA certificates for Postgres (PEM); empty: those of Node', text),
  DATABASE_POOL_SIZE: setting('12', 'Postgres connections per process; health probes use one more', integer(6, 1_000)),
  KAFKA_BROKERS: setting(
    '',
    'addresses of the brokers (host:port, comma-separated); required by the api and extractor apps',
    list,
  ),
  KAFKA_TLS: setting('off', "on: use TLS and verify the brokers' certificates and names", onOff),
  KAFKA_TLS_CA_FILE: setting('', 'CA certificates for the brokers (PEM); empty: those of Node', text),
  KAFKA_TLS_CERT_FILE: setting('', 'client certificate (PEM), for brokers that require one', text),
  KAFKA_TLS_KEY_FILE: setting('', 'private key of the client certificate (PEM)', text),
  KAFKA_SASL_MECHANISM: setting(
    '',
    'plain, scram-sha-256 or scram-sha-512; empty: no SASL',
    oneOf('', 'plain', 'scram-sha-256', 'scram-sha-512'),
  ),
  KAFKA_SASL_USERNAME: setting('', 'user name for SASL', text),
  KAFKA_SASL_PASSWORD: secretSetting('', 'password for SASL', text),
  KAFKA_TOPIC_PREFIX: setting('', 'prefix of all topic and consumer group names', text),
  KAFKA_PARTITIONS: setting('12', 'partitions of each topic that `topics` creates', integer(1, 10_000)),
  KAFKA_REFERENCES_ONLY: setting('off', 'on: events on Kafka carry ids instead of text', onOff),
  KAFKA_TRUSTED_COMMANDS: setting('off', 'on: commands may name their scope instead of carrying a credential', onOff),
  RELAY_POLL_MS: setting(
    '100',
    'maximum time between two reads of the log by the relay, in milliseconds',
    MILLISECONDS,
  ),
  WEBHOOK_ALLOW_PRIVATE: setting(
    'off',
    'on: webhooks may use plain HTTP and private addresses, which lead into your network',
    onOff,
  ),
  EXTRACTION: setting('on', 'off: memories are stored, but not extracted', onOff),
  EXTRACTION_STAGES: setting(
    'pattern,classifier',
    'extraction stages that run on every memory',
    someOf(['pattern', 'classifier']),
  ),
  CLASSIFIER_MODEL: setting(
    'encoder',
    'model of the classifier stage: encoder (finds more) or perceptron (a tenth of the CPU time)',
    oneOf('encoder', 'perceptron'),
  ),
  FACT_MIN_CONFIDENCE: setting(
    '0.75',
    'minimum confidence of a claim that is a fact; takes effect on a new database, or by `engraph rebuild --switch`',
    fractionBetween(0, 0.99),
  ),
  ENTITY_MIN_CONFIDENCE: setting(
    '0.7',
    'minimum confidence of an entity that is listed, unless a fact is about it; the api that starts last decides',
    fractionBetween(0, 0.99),
  ),
  CANDIDATE_MIN_CONFIDENCE: setting(
    '0.2',
    'minimum confidence of a weaker claim that is a candidate, which others may make a fact; takes effect likewise',
    fractionBetween(0.05, 1),
  ),
  EMBEDDING_MODEL: setting(
    'minilm',
    'model for search by meaning: minilm, static (light), endpoint, or off',
    oneOf('minilm', 'static', 'endpoint', 'off'),
  ),
  EMBEDDING_BASE_URL: setting(
    '',
    'base URL of an OpenAI-compatible embeddings endpoint, for EMBEDDING_MODEL=endpoint',
    url('http:', 'https:'),
  ),
  EMBEDDING_API_KEY: secretSetting('', 'API key of the embeddings endpoint', text),
  EMBEDDING_API_MODEL: setting('', 'model name at the embeddings endpoint', text),
  EMBEDDING_TIMEOUT_MS: setting(
    '10000',
    'timeout of one call of the embeddings endpoint, in milliseconds; a recall waits at most two seconds',
    MILLISECONDS,
  ),
  EMBEDDING_CACHE_MB: setting('512', 'maximum memory of cached vectors per api, in MiB', integer(1, 1_000_000)),
  VECTOR_INDEX_MIN_VECTORS: setting(
    '100000',
    'number of vectors from which a scope gets a pgvector index, if Postgres has pgvector; 0: never',
    integer(0, 1_000_000_000),
  ),
  RECALL_CACHE_MB: setting(
    '256',
    'maximum memory of cached lexical and graph indexes per api, in MiB',
    integer(1, 1_000_000),
  ),
  EXTRACTOR_CONCURRENCY: setting('3', 'scopes that an extractor processes concurrently', integer(1, 64)),
  EXTRACTOR_BATCH_SIZE: setting('100', 'maximum number of memories per extraction batch', integer(1, 10_000)),
  SWEEP_AFTER_MS: setting(
    '60000',
    'time after which a pending memory is handed to an extractor again, in milliseconds',
    MILLISECONDS,
  ),
  LLM_BASE_URL: setting(
    '',
    'base URL of an OpenAI-compatible endpoint for the LLM stage; empty: no LLM',
    url('http:', 'https:'),
  ),
  LLM_API_KEY: secretSetting('', 'API key of the LLM endpoint', text),
  LLM_MODEL: setting('', 'model name at the LLM endpoint', text),
  LLM_POLICY: setting(
    'uncertain',
    'memories that the LLM reads: always (all), uncertain (those with candidates, or with what other stages may have missed) or never',
    oneOf('always', 'uncertain', 'never'),
  ),
  LLM_CONCURRENCY: setting('2', 'concurrent LLM calls per extractor', integer(1, 256)),
  LLM_TOTAL_CONCURRENCY: setting('0', 'concurrent LLM calls of all extractors; 0: no limit', integer(0, 100_000)),
  LLM_SCOPE_CONCURRENCY: setting('0', 'concurrent LLM calls for one scope; 0: no limit', integer(0, 100_000)),
  LLM_TOKENS_PER_DAY: setting(
    '0',
    'LLM tokens per UTC day of all extractors; 0: no limit',
    integer(0, 1_000_000_000_000),
  ),
  LLM_SCOPE_TOKENS_PER_DAY: setting(
    '0',
    'LLM tokens per UTC day for one scope; 0: no limit',
    integer(0, 1_000_000_000_000),
  ),
  LLM_TIMEOUT_MS: setting('30000', 'timeout of one LLM call, in milliseconds', MILLISECONDS),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'base URL of an OTLP/HTTP collector of traces; empty: no tracing',
    url('http:', 'https:'),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('1', 'fraction of the traces started here that are recorded', fraction),
  LOG_REQUESTS: setting('off', 'on: log every HTTP request', onOff),
  LOG_LEVEL: setting(
    'info',
    'minimum level of log lines: error, warn, info or debug',
    oneOf('error', 'warn', 'info', 'debug'),
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };
