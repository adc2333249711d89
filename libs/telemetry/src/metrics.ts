import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sampled, type Sample } from './sampled.js';

/** Kind of a dead letter. */
export type DeadLetterSource = 'command' | 'record' | 'memory';

/** Limit by which a request was refused: the caller's rate or quota, a full queue, or the time limit. */
export type RefusalReason = 'rate' | 'quota' | 'write_queue' | 'request_queue' | 'time_limit';

/** A completed HTTP request. */
export interface ObservedRequest {
  readonly method: string;
  /** Pattern of the route, never the URL, whose ids would create a series each. Null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly refusal: RefusalReason | null;
}

const REFUSALS: readonly RefusalReason[] = ['rate', 'quota', 'write_queue', 'request_queue', 'time_limit'];
const SOURCES: readonly DeadLetterSource[] = ['command', 'record', 'memory'];
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const STAGE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Gauges whose value is read at each scrape, with their labels. */
const SAMPLED = {
  engraph_log_reader_lag_events: {
    help: 'Events in the log that the reader has not handled, at most 10000',
    labelNames: ['reader'],
  },
  engraph_log_reader_lag_seconds: {
    help: 'Age of the oldest event that the reader has not handled',
    labelNames: ['reader'],
  },
  engraph_log_reader_has_leader: {
    help: '1 while any process of the deployment leads the reader, else 0',
    labelNames: ['reader'],
  },
  engraph_log_reader_stopped: {
    help: '1 while the reader is stopped at an event whose type or version its leader does not know, else 0',
    labelNames: ['reader'],
  },
  engraph_consumer_lag_records: {
    help: 'Records that the consumer group has not committed, over all partitions',
    labelNames: ['group'],
  },
  engraph_extractions_pending: { help: 'Memories whose extraction is pending, at most 100000', labelNames: [] },
  engraph_extraction_oldest_pending_age_seconds: {
    help: 'Age of the oldest memory whose extraction is pending',
    labelNames: [],
  },
  engraph_extractions_parked: {
    help: 'Memories whose extraction was given up until another version retries them, at most 100000',
    labelNames: [],
  },
  engraph_webhooks_dead: { help: 'Webhooks that failed too often, until they are resumed', labelNames: [] },
  engraph_llm_jobs_pending: { help: 'Jobs of the LLM stage that are not done, at most 100000', labelNames: [] },
  engraph_extraction_stalled: {
    help: '1 while memories are pending and no extraction finishes, else 0',
    labelNames: [],
  },
} as const;

export type SampledName = keyof typeof SAMPLED;

/** Metrics of one process, in its own registry. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'engraph_http_request_duration_seconds',
    help: 'Time from the receipt of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'engraph_http_requests_refused_total',
    help: 'Requests refused by a rate limit, a quota, a full queue or a timeout',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly batches = new Histogram({
    name: 'engraph_encode_batch_requests',
    help: 'Number of encode requests per commit',
    buckets: BATCH_BUCKETS,
    registers: [this.registry],
  });
  private readonly deduplicated = new Counter({
    name: 'engraph_encode_requests_deduplicated_total',
    help: 'Encode requests answered with an existing memory, by request id or by content',
    registers: [this.registry],
  });
  private readonly stages = new Histogram({
    name: 'engraph_extraction_stage_duration_seconds',
    help: 'Time of an extraction stage for one memory',
    labelNames: ['stage', 'state'],
    buckets: STAGE_BUCKETS,
    registers: [this.registry],
  });
  private readonly deadLetters = new Counter({
    name: 'engraph_dead_letters_total',
    help: 'Commands and records that could not be decoded, and memories whose extraction was given up',
    labelNames: ['source'],
    registers: [this.registry],
  });
  private readonly llmTokens = new Counter({
    name: 'engraph_llm_tokens_total',
    help: 'Tokens used by LLM calls, as reported by the endpoint',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  private readonly llmJobsOverBudget = new Counter({
    name: 'engraph_llm_jobs_over_budget_total',
    help: 'LLM jobs postponed because a token budget was exhausted',
    labelNames: ['budget'],
    registers: [this.registry],
  });
  private readonly llmCircuitBreaker = new Gauge({
    name: 'engraph_llm_circuit_breaker_open',
    help: '1 while the circuit breaker of the LLM endpoint is open, else 0',
    registers: [this.registry],
  });
  private readonly webhookAttempts = new Counter({
    name: 'engraph_webhook_attempts_total',
    help: 'Attempts to post an event to a webhook',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly openStreams = new Gauge({
    name: 'engraph_event_streams_open',
    help: 'Open event streams of this process',
    registers: [this.registry],
  });
  private readonly samples = new Map<SampledName, Sample>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Initialize counters with zero: an alert on an increase needs a previous value.
    for (const source of SOURCES) this.deadLetters.inc({ source }, 0);
    for (const kind of ['prompt', 'completion']) this.llmTokens.inc({ kind }, 0);
    for (const budget of ['scope', 'all']) this.llmJobsOverBudget.inc({ budget }, 0);
    for (const outcome of ['delivered', 'failed']) this.webhookAttempts.inc({ outcome }, 0);
    for (const reason of REFUSALS) this.refusals.inc({ reason }, 0);
    for (const [name, { help, labelNames }] of Object.entries(SAMPLED)) {
      const gauge: Gauge = new Gauge({
        ...{ name, help, labelNames, registers: [this.registry] },
        collect: async () => {
          const sample = this.samples.get(name as SampledName);
          const value = sample ? await sample.read() : null;
          gauge.reset();
          // Without a value, export no sample: a zero would mean that all is well.
          if (sample && value !== null) gauge.set(sample.labels, value);
          else if (labelNames.length === 0) gauge.remove();
        },
      });
    }
  }

  requestCompleted({ method, route, status, durationMs, refusal }: ObservedRequest): void {
    this.requests.observe({ method, route: route ?? 'none', status }, durationMs / 1_000);
    if (refusal !== null) this.refusals.inc({ reason: refusal });
  }

  /**
   * @param requests number that shared the commit
   * @param deduplicated number of them that were replays or duplicates
   */
  batchCommitted(requests: number, deduplicated: number): void {
    this.batches.observe(requests);
    this.deduplicated.inc(deduplicated);
  }

  stageRan({ stage, state, duration_ms }: { stage: string; state: string; duration_ms: number }): void {
    this.stages.observe({ stage, state }, duration_ms / 1_000);
  }

  deadLetter(source: DeadLetterSource): void {
    this.deadLetters.inc({ source });
  }

  llmUsed({ prompt, completion }: { readonly prompt: number; readonly completion: number }): void {
    this.llmTokens.inc({ kind: 'prompt' }, prompt);
    this.llmTokens.inc({ kind: 'completion' }, completion);
  }

  llmOverBudget(budget: 'scope' | 'all'): void {
    this.llmJobsOverBudget.inc({ budget });
  }

  llmCircuit(open: boolean): void {
    this.llmCircuitBreaker.set(Number(open));
  }

  webhookAttempted(isDelivered: boolean): void {
    this.webhookAttempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' });
  }

  eventStreams(open: number): void {
    this.openStreams.set(open);
  }

  /**
   * Registers the source of a gauge, read at each scrape; if the read fails or times out, the gauge is left out of that
   * scrape.
   */
  sample(name: SampledName, labels: Readonly<Record<string, string>>, read: () => Promise<number>): void {
    this.samples.set(name, { labels, read: sampled(read) });
  }
}
