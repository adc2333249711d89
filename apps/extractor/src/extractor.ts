import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { asksLlm } from '#config/asks-llm.js';
import { VERSION } from '#config/version.js';
import { embeddingSettings, type EmbeddingConfig } from '#config/embedding-settings.js';
import type { Config } from '#config/settings.js';
import type { StoredEvent } from '#contracts/events.js';
import type { Database } from '#database/database.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import { createLlm } from '#extraction/llm/ask-llm.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { stagesOf } from '#extraction/stages.js';
import { Tracing } from '#tracing/tracing.js';
import { ExtractMemories } from '#extraction-jobs/extract-memories.js';
import { redriveParked } from '#memories/extraction/redrive-parked.js';
import { Suspects } from '#extraction-jobs/suspects/suspects.js';
import { ScopeScheduler } from '#extraction-jobs/scheduling/scope-scheduler.js';
import { NOOP_OBSERVER, type ExtractionObserver } from '#extraction-jobs/extraction-observer.js';
import { LlmWorker } from '#extraction-jobs/llm/llm-worker.js';
import type { MemoryFeed } from './memory-feed.js';
import { VectorIndexWorker } from '#extraction-jobs/vectors/vector-index-worker.js';
import { VectorWorker } from '#extraction-jobs/vectors/vector-worker.js';

/** Settings that an extractor reads. */
export type ExtractorConfig = Pick<
  Config,
  | 'EXTRACTOR_CONCURRENCY'
  | 'EXTRACTOR_BATCH_SIZE'
  | 'EXTRACTION_STAGES'
  | 'CLASSIFIER_MODEL'
  | 'LLM_BASE_URL'
  | 'LLM_API_KEY'
  | 'LLM_MODEL'
  | 'LLM_POLICY'
  | 'LLM_CONCURRENCY'
  | 'LLM_TOTAL_CONCURRENCY'
  | 'LLM_SCOPE_CONCURRENCY'
  | 'LLM_TOKENS_PER_DAY'
  | 'LLM_SCOPE_TOKENS_PER_DAY'
  | 'LLM_TIMEOUT_MS'
  | 'VECTOR_INDEX_MIN_VECTORS'
> &
  EmbeddingConfig;

export interface ExtractorOptions {
  readonly observer?: ExtractionObserver;
  readonly tracing?: Tracing;
  /** Time budget of each stage for a memory, if not the default. */
  readonly stageBudgetMs?: number | undefined;
}

/**
 * Extractor: runs memories of a feed through the stages into the graph, and runs the workers for vectors, vector
 * indexes and the LLM if they are configured.
 */
export class Extractor {
  private readonly memories: ExtractMemories;
  private readonly scheduler: ScopeScheduler;
  private readonly suspects: Suspects;
  private readonly version: string;
  private readonly system: Pool;
  private readonly vectors: VectorWorker | null;
  private readonly indexes: VectorIndexWorker | null;
  private readonly llm: LlmWorker | null;

  constructor(
    config: ExtractorConfig,
    { service: pool, system, session, clock }: Pick<Database, 'service' | 'system' | 'session' | 'clock'>,
    private readonly feed: MemoryFeed,
    log: Logger,
    { observer = NOOP_OBSERVER, tracing = Tracing.off, stageBudgetMs }: ExtractorOptions = {},
  ) {
    const { now } = clock;
    const embedder = createEmbedder(embeddingSettings(config));
    const stages = stagesOf(config.EXTRACTION_STAGES, config.CLASSIFIER_MODEL);
    this.system = system;
    this.version = versionOf(stages);
    const memories = (this.memories = new ExtractMemories({
      ...{ pool, stages, version: this.version },
      llmPolicy: asksLlm(config) ? config.LLM_POLICY : 'never',
      embedder,
      ...{ now, stageBudgetMs },
      onPoison: (memoryId, reason) => {
        observer.deadLetter('memory');
        log.error({ memory_id: memoryId, reason }, 'a memory was parked; its dead letter is in the event log');
      },
      observer,
      tracing,
    }));
    const onError = (error: unknown): void => {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'extraction failed and will be retried');
    };
    this.scheduler = new ScopeScheduler({
      ...{ system, onError },
      extract: (scopeId, ids) => memories.extractScope(scopeId, ids),
      concurrency: config.EXTRACTOR_CONCURRENCY,
      batchSize: config.EXTRACTOR_BATCH_SIZE,
    });
    this.suspects = new Suspects({
      ...{ system, onError, worker: this.scheduler.worker, gate: this.scheduler.gate },
      extract: (scopeId, id) => memories.extractAlone(scopeId, id),
      park: (scopeId, id, reason) => memories.park(scopeId, id, reason),
    });
    this.vectors =
      embedder &&
      new VectorWorker({
        ...{ pool, system, embedder, now },
        onError: (error) => {
          log.warn(
            { error: error instanceof Error ? error.name : 'unknown' },
            'computing vectors failed and will be retried',
          );
        },
      });
    this.indexes = embedder && indexWorker(config.VECTOR_INDEX_MIN_VECTORS, embedder.version, { system, session }, log);
    this.llm = config.LLM_BASE_URL === '' ? null : llmWorker(config, { pool, system }, { now, observer, tracing }, log);
  }

  async start(): Promise<void> {
    await redriveParked(this.system, this.version);
    this.scheduler.start();
    this.suspects.start();
    await this.feed.start((events) => this.handle(events));
    this.vectors?.start();
    this.indexes?.start();
    this.llm?.start();
  }

  /** Registers the scopes of new and changed memories for extraction; resolves when that is durable. */
  async handle(events: readonly StoredEvent[]): Promise<void> {
    const written = events.filter(isToBeRead);
    this.memories.heard(written);
    await this.scheduler.register(written.map((event) => event.scope.scopeId));
  }

  /** Completes the batches in progress. */
  async stop(): Promise<void> {
    await this.feed.stop();
    await Promise.all([
      ...[this.scheduler.stop(), this.suspects.stop()],
      ...[this.vectors?.stop(), this.indexes?.stop(), this.llm?.stop()],
    ]);
  }
}

/** Whether a memory waits for extraction since the event: it is new, its text is, or that of a message before it. */
function isToBeRead({ type, data }: StoredEvent): boolean {
  if (type !== 'MemoryRevised') return type === 'MemoryEncoded';
  const { text, metadata, tags, expires_at_unix_nanos: expiry, pinned } = data;
  return text !== undefined || [metadata, tags, expiry, pinned].every((field) => field === undefined);
}

/**
 * Version under which memories are parked. A parked memory is tried again by another version of the program or of the
 * stages.
 */
function versionOf(stages: readonly Stage[]): string {
  return [VERSION, ...stages.map(({ name, version }) => `${name} ${version}`)].join(', ');
}

function indexWorker(
  minVectors: number,
  model: string,
  database: Pick<Database, 'system' | 'session'>,
  log: Logger,
): VectorIndexWorker {
  let loggedReason: string | null = null;
  return new VectorIndexWorker({
    ...{ ...database, minVectors, model },
    onBuilt: ({ scopeId, vectors }, ms) => {
      log.info({ scope_id: scopeId, vectors, duration_ms: Math.round(ms) }, 'a vector index was built');
    },
    onMissing: (reason) => {
      if (reason !== loggedReason) log.info({ reason }, 'vector indexes cannot be built');
      loggedReason = reason;
    },
    onError: (error) => {
      log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'building vector indexes failed and will be retried',
      );
    },
  });
}

function llmWorker(
  config: ExtractorConfig,
  pools: { pool: Pool; system: Pool },
  { now, observer, tracing }: { now: () => Date; observer: ExtractionObserver; tracing: Tracing },
  log: Logger,
): LlmWorker {
  const llm = createLlm({
    baseUrl: config.LLM_BASE_URL,
    apiKey: config.LLM_API_KEY,
    model: config.LLM_MODEL,
    timeoutMs: config.LLM_TIMEOUT_MS,
  });
  return new LlmWorker({
    ...pools,
    version: llm.version,
    policy: config.LLM_POLICY,
    ask: (input, task, signal) => llm.ask(input, task, signal),
    concurrency: config.LLM_CONCURRENCY,
    callLimits: { perScope: config.LLM_SCOPE_CONCURRENCY, inAll: config.LLM_TOTAL_CONCURRENCY },
    budgets: { perScope: config.LLM_SCOPE_TOKENS_PER_DAY, inAll: config.LLM_TOKENS_PER_DAY },
    timeoutMs: config.LLM_TIMEOUT_MS,
    now,
    observer,
    tracing,
    onError: (error) => {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the LLM stage failed and will be retried');
    },
  });
}
