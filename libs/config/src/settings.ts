/** Parser, default and description of one environment variable. */
interface Setting<T> {
  readonly fallback: string;
  readonly about: string;
  readonly parse: (text: string) => T;
  /** Whether it may be read from a file, whose name is in the variable of the same name with the suffix _FILE. */
  readonly isSecret?: true;
}

const text = (value: string): string => value;

function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < min || number > max)
      throw new RangeError(`must be an integer from ${String(min)} to ${String(max)}`);
    return number;
  };
}

function oneOf<const T extends string>(...choices: readonly T[]): (value: string) => T {
  return (value) => {
    const choice = choices.find((c) => c === value);
    if (choice === undefined) throw new RangeError(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';

const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function listOf<const T extends string>(choices: readonly T[]): (value: string) => T[] {
  return (value) => {
    const items = list(value).map(oneOf(...choices));
    if (items.length === 0) throw new RangeError(`must name one of ${choices.join(', ')}`);
    return items;
  };
}

function url(...protocols: readonly string[]): (value: string) => string {
  return (value) => {
    if (value !== '' && !protocols.includes(URL.canParse(value) ? new URL(value).protocol : ''))
      throw new RangeError(`must be a URL starting with ${protocols.join(' or ')}`);
    return value;
  };
}

/**
 * Parser of a secret: empty, or visible ASCII of a minimum length, so that it fits into a header and cannot be guessed.
 */
function secret(min: number): (value: string) => string {
  return (value) => {
    if (value !== '' && (value.length < min || !/^[\x21-\x7e]+$/.test(value)))
      throw new RangeError(`must be empty, or at least ${String(min)} visible ASCII characters`);
    return value;
  };
}

function share(value: string): number {
  const number = Number(value);
  if (!/^[0-9.]+$/.test(value) || !(number >= 0 && number <= 1)) throw new RangeError('must be a number from 0 to 1');
  return number;
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
  EXTRACTOR_PORT: setting('8081', 'port of the health probes and metrics of the extractor app', PORTS),
  METRICS_PORT: setting('9464', 'port of the metrics of the api, or of `npm start`; 0: none', integer(0, 65_535)),
  METRICS_HOST: setting('127.0.0.1', 'address that port is opened on', text),
  ADMIN_TOKEN: secretSetting('', 'token of the admin listener, 32 characters or more; empty: none', secret(32)),
  ADMIN_PORT: setting('8082', 'port of the admin listener', PORTS),
  ADMIN_HOST: setting('127.0.0.1', 'address that port is opened on', text),
  API_KEY_PEPPER: secretSetting(
    '',
    'goes into the hash of API keys, 32 characters or more; empty: none, or a file under DATA_DIR with its own Postgres',
    secret(32),
  ),
  API_KEY_PEPPER_PREVIOUS: secretSetting(
    '',
    'the one before it, while keys are in use that were made with it',
    secret(32),
  ),
  JWT_JWKS_URL: setting('', 'keys of the issuer of JWTs; empty, and no file: API keys alone', url('http:', 'https:')),
  JWT_JWKS_FILE: setting('', 'the same as a file, read again when it changes', text),
  JWT_ISSUER: setting('', 'the `iss` that a JWT must have', text),
  JWT_AUDIENCE: setting('', 'the `aud` that a JWT must have', text),
  JWT_ALGORITHMS: setting('RS256,ES256,EdDSA', 'signature algorithms of JWTs that are taken', listOf(JWT_ALGORITHMS)),
  JWT_CLOCK_TOLERANCE_S: setting('5', 'seconds by which the clock of the issuer may differ', integer(0, 300)),
  JWT_MAX_LIFETIME_S: setting('86400', 'longest time from `iat` to `exp` of a JWT', integer(1, 31_536_000)),
  JWT_TYPES: setting('JWT,at+jwt', '`typ` of JWTs that are taken; one without it is of the type JWT', list),
  JWT_NAMESPACES: setting(
    '',
    'namespaces that JWTs may name, `*` at the end of one for any ending; required with JWTs',
    list,
  ),
  JWT_NAMESPACE_CLAIM: setting('namespace', 'claim of a JWT that names the namespace', text),
  JWT_AGENT_CLAIM: setting('agent', 'claim of a JWT that names the agent', text),
  JWT_PERMISSIONS_CLAIM: setting('permissions', 'claim of a JWT that lists the permissions', text),
  RATE_LIMIT_PER_S: setting('0', 'requests a second that one key may make; 0: no limit', integer(0, 100_000)),
  RATE_LIMIT_BURST: setting('100', 'requests that it may make at once, after a rest', integer(1, 100_000)),
  RATE_LIMIT_LEASE_SIZE: setting('10', 'most requests of a key that one api counts ahead', integer(1, 10_000)),
  QUOTA_MEMORIES_PER_DAY: setting(
    '0',
    'memories that one key may store in a day of UTC; 0: no limit',
    integer(0, 1_000_000_000),
  ),
  WRITE_QUEUE_MAX: setting('4096', 'new memories that may wait; one more is told 503', integer(1, 1_000_000)),
  WRITE_QUEUE_MAX_BYTES: setting('67108864', 'the same, in bytes of text and metadata', integer(1, 8_589_934_592)),
  READ_QUEUE_MAX: setting(
    '500',
    'requests that may wait for their turn; past it the scope with most of them is told 503',
    integer(1, 1_000_000),
  ),
  SCOPE_QUEUE_MAX: setting('250', 'the same, of one scope; one more is told 503', integer(1, 1_000_000)),
  REQUEST_CONCURRENCY_MAX: setting(
    '64',
    'work of requests under way at a time; a small read is 1, a recall 4',
    integer(1, 100_000),
  ),
  SCOPE_CONCURRENCY_MAX: setting('8', 'the same, of one scope; further requests wait', integer(1, 100_000)),
  REQUEST_TIMEOUT_MS: setting(
    '30000',
    'a request has this long to arrive, then this long, and what it asks to wait, to be answered',
    integer(100, 3_600_000),
  ),
  DATA_DIR: setting('.data', 'where `npm start` keeps its Postgres and the demo key', text),
  DEMO_KEY_DAYS: setting(
    '30',
    'days that the demo key of the own Postgres is good for; 0: it never expires',
    integer(0, 36_500),
  ),
  DATABASE_URL: secretSetting('', 'Postgres to use; empty: `npm start` runs its own', url('postgres:', 'postgresql:')),
  DATABASE_PASSWORD: secretSetting('', 'password of `DATABASE_URL`, where the URL has none', text),
  DATABASE_SERVICE_URL: secretSetting(
    '',
    'login that serves requests, such as `engraph_service`, which `migrate` makes; empty: that of `DATABASE_URL`',
    url('postgres:', 'postgresql:'),
  ),
  DATABASE_SERVICE_PASSWORD: secretSetting('', 'password of `DATABASE_SERVICE_URL`, where the URL has none', text),
  DATABASE_TLS: setting('off', 'verify-full: TLS, with the name of the server checked', oneOf('off', 'verify-full')),
  DATABASE_TLS_CA_FILE: setting('', 'certificates that vouch for Postgres, as PEM; empty: those of Node', text),
  DATABASE_POOL_SIZE: setting(
    '12',
    'Postgres connections of one process, beside one for health probes',
    integer(6, 1_000),
  ),
  KAFKA_BROKERS: setting('', 'host:port, comma-separated; required by the api and extractor apps', list),
  KAFKA_TLS: setting('off', 'on: TLS to the brokers, with their names checked', onOff),
  KAFKA_TLS_CA_FILE: setting('', 'certificates that vouch for the brokers, as PEM; empty: those of Node', text),
  KAFKA_TLS_CERT_FILE: setting('', 'certificate of this client, as PEM, for brokers that ask for one', text),
  KAFKA_TLS_KEY_FILE: setting('', 'key of that certificate, as PEM', text),
  KAFKA_SASL_MECHANISM: setting(
    '',
    'plain, scram-sha-256 or scram-sha-512; empty: no login',
    oneOf('', 'plain', 'scram-sha-256', 'scram-sha-512'),
  ),
  KAFKA_SASL_USERNAME: setting('', 'login at the brokers', text),
  KAFKA_SASL_PASSWORD: secretSetting('', 'password of that login', text),
  KAFKA_TOPIC_PREFIX: setting('', 'put before every topic name', text),
  KAFKA_PARTITIONS: setting('12', 'partitions of each topic, when `topics` makes it', integer(1, 10_000)),
  KAFKA_REFERENCES_ONLY: setting('off', 'on: events on Kafka carry ids, never text', onOff),
  KAFKA_TRUSTED_COMMANDS: setting('off', 'on: commands may name their scope instead of a credential', onOff),
  RELAY_POLL_MS: setting('100', 'how often the log is looked at when nothing wakes the relay', MILLISECONDS),
  EXTRACTION: setting('on', 'off: memories are stored and not extracted', onOff),
  EXTRACTION_STAGES: setting(
    'pattern,classifier',
    'stages that run on every memory',
    listOf(['pattern', 'classifier']),
  ),
  CLASSIFIER_MODEL: setting(
    'encoder',
    'model of the classifier: encoder finds more, perceptron is light',
    oneOf('encoder', 'perceptron'),
  ),
  EMBEDDING_MODEL: setting(
    'minilm',
    'how memories are found by what they mean: minilm, static (light), endpoint or off',
    oneOf('minilm', 'static', 'endpoint', 'off'),
  ),
  EMBEDDING_URL: setting('', 'OpenAI-compatible endpoint that is asked where it is endpoint', url('http:', 'https:')),
  EMBEDDING_API_KEY: secretSetting('', 'key of that endpoint', text),
  EMBEDDING_API_MODEL: setting('', 'model name at that endpoint', text),
  EMBEDDING_TIMEOUT_MS: setting('10000', 'limit of one call of it; a question waits two seconds', MILLISECONDS),
  EMBEDDING_CACHE_MB: setting('512', 'memory that vectors take in one api at most', integer(1, 1_000_000)),
  VECTOR_INDEX_MIN_VECTORS: setting(
    '100000',
    'vectors of a scope from which on pgvector, where Postgres has it, gets an index of them; 0: never',
    integer(0, 1_000_000_000),
  ),
  RECALL_CACHE_MB: setting(
    '256',
    'memory that words, names and claims of memories take in one api at most',
    integer(1, 1_000_000),
  ),
  EXTRACTOR_CONCURRENCY: setting('3', 'scopes one extractor works on at a time', integer(1, 64)),
  EXTRACTOR_BATCH_SIZE: setting('100', 'memories one extractor takes at a time', integer(1, 10_000)),
  SWEEP_AFTER_MS: setting('60000', 'a memory pending for longer is handed to the extractor again', MILLISECONDS),
  LLM_BASE_URL: setting('', 'OpenAI-compatible endpoint of the LLM stage; empty: no LLM', url('http:', 'https:')),
  LLM_API_KEY: secretSetting('', 'key of that endpoint', text),
  LLM_MODEL: setting('', 'model name at that endpoint', text),
  LLM_POLICY: setting(
    'uncertain',
    'when the LLM is asked: always, uncertain or never',
    oneOf('always', 'uncertain', 'never'),
  ),
  LLM_CONCURRENCY: setting('2', 'LLM calls one extractor has under way', integer(1, 256)),
  LLM_TOTAL_CONCURRENCY: setting('0', 'LLM calls that all extractors have under way; 0: no limit', integer(0, 100_000)),
  LLM_SCOPE_CONCURRENCY: setting('0', 'the same, for memories of one scope; 0: no limit', integer(0, 100_000)),
  LLM_TOKENS_PER_DAY: setting(
    '0',
    'tokens that the LLM may use in a day of UTC, over all extractors; 0: no limit',
    integer(0, 1_000_000_000_000),
  ),
  LLM_SCOPE_TOKENS_PER_DAY: setting('0', 'the same, for one scope; 0: no limit', integer(0, 1_000_000_000_000)),
  LLM_TIMEOUT_MS: setting('30000', 'limit of one LLM call', MILLISECONDS),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'OTLP/HTTP collector that traces go to; empty: nothing is traced',
    url('http:', 'https:'),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('1', 'share of the traces begun here that are recorded', share),
  LOG_REQUESTS: setting('off', 'on: a line in the log for every HTTP request', onOff),
  LOG_LEVEL: setting('info', 'error, warn, info or debug', oneOf('error', 'warn', 'info', 'debug')),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };
