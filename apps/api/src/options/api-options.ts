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

export interface ApiOptions {
  readonly extract: boolean;
  /** Whether the extractor may ask an LLM. */
  readonly llm: boolean;
  /** Of memories' vectors. */
  readonly embeddings: EmbeddingSettings;
  /** What words and names of memories may take in this process. */
  readonly indexCacheBytes: number;
  /** JWTs that are taken beside API keys; null for none. */
  readonly jwt: JwtOptions | null;
  /** In the hashes of API keys; absent: none. */
  readonly peppers?: Peppers;
  readonly sweepAfterMs: number;
  /** What each caller may do, and how much may wait. */
  readonly limits: AdmissionOptions & { readonly writeQueue: WriteQueue; readonly requests: RequestShareOptions };
  readonly log: Logger;
  readonly readiness: Readiness;
  /** Where spans go; absent: nowhere. */
  readonly tracing?: Tracing;
  readonly clock?: Clock;
  /** Milliseconds by which what is cached of a credential grows old; absent: those of the process. */
  readonly elapsed?: () => number;
  /** Told of every commit, so that the log is read at once. */
  readonly onCommit?: () => void;
  /** Told of each commit: how many encodes shared it, and how many of them had been answered before. */
  readonly onBatch?: (writes: number, replayed: number) => void;
}
