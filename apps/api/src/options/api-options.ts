import type { Logger } from 'pino';
import type { JwtOptions } from '#access/jwt.js';
import type { Peppers } from '#access/key-hash.js';
import type { Clock } from '#contracts/clock.js';
import type { WriteQueue } from '#memories/encode/encode-memories.js';
import type { EmbeddingSettings } from '#config/embedding-settings.js';
import type { Readiness } from '#telemetry/readiness.js';
import type { RequestShareOptions } from '../admission/request-shares.js';
import type { AdmissionOptions } from '../http/admission.js';
import type { Tracing } from '#tracing/tracing.js';

/** Injection token of the module's options. */
export const API_OPTIONS = Symbol('api options');

/** When a failed delivery is tried again. */
export interface WebhookRetries {
  /** Pause after the first failure, in milliseconds; each further one is twice as long. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** After so many failures in a row the webhook is dead. */
  readonly attempts: number;
}

export interface ApiOptions {
  readonly extract: boolean;
  /** Whether extraction may use an LLM. */
  readonly llm: boolean;
  /** Settings of the embedding model. */
  readonly embeddings: EmbeddingSettings;
  /** Maximum bytes of in-memory indexes in this process. */
  readonly indexCacheBytes: number;
  /** Settings for JWTs, accepted besides API keys; null: none accepted. */
  readonly jwt: JwtOptions | null;
  /** Peppers for the hashes of API keys; absent: none. */
  readonly peppers?: Peppers;
  readonly sweepAfterMs: number;
  /** Maximum time between two reads of the log for event streams; absent: 100 ms. */
  readonly logPollMs?: number;
  /** Webhooks: whether they may use plain HTTP and private addresses, and their retries; absent: the defaults. */
  readonly webhooks?: { readonly allowsPrivate: boolean; readonly retries?: WebhookRetries };
  /** Whether the pages of studio are served; absent: no. */
  readonly studio?: boolean;
  /** Rate limits, the write queue, and the limits of running and waiting requests. */
  readonly limits: AdmissionOptions & { readonly writeQueue: WriteQueue; readonly requests: RequestShareOptions };
  readonly log: Logger;
  readonly readiness: Readiness;
  /** Target of trace spans; absent: tracing is off. */
  readonly tracing?: Tracing;
  readonly clock?: Clock;
  /** Monotonic milliseconds, for the age of cached credentials; absent: those of the process. */
  readonly elapsed?: () => number;
  /** Called after every commit, so that the log is read at once. */
  readonly onCommit?: () => void;
  /** Called after each group commit: number of encodes in it, and of those that were replays. */
  readonly onBatch?: (writes: number, replayed: number) => void;
  /** Called after each attempt to post an event to a webhook. */
  readonly onWebhookAttempt?: (isDelivered: boolean) => void;
  /** Called when an event stream begins or ends, with the number of those that are open. */
  readonly onStreams?: (open: number) => void;
}
