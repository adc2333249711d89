import type { LlmJob } from './llm-jobs.js';
import type { LlmExtraction } from './project-llm-extractions.js';

/** Attempts at a memory before its LLM stage fails. */
const MAX_ATTEMPTS = 3;
/** Worker deaths after which a memory is blamed; processes die for many reasons. */
const MAX_CRASHES = 10;

/** Failure of a memory whose workers died too often; null if it may be tried. */
export function failureByCrashes(job: LlmJob, createdAt: bigint): LlmExtraction | null {
  return job.crashes < MAX_CRASHES ? null : failure(job, createdAt, 'the process ended while it was read');
}

/** Failure of a memory whose last attempt ended with this error; null if it is tried again. */
export function failureByError(job: LlmJob, createdAt: bigint, error: unknown): LlmExtraction | null {
  if (job.attempts < MAX_ATTEMPTS) return null;
  return failure(job, createdAt, error instanceof Error ? error.name : 'unknown');
}

function failure({ memoryId }: LlmJob, createdAt: bigint, reason: string): LlmExtraction {
  return { memoryId, createdAt, outcome: { state: 'failed', reason }, durationMs: 0 };
}
