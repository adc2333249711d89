import type { LlmJob } from './llm-jobs.js';
import type { LlmExtraction } from './project-llm-extractions.js';

/** Attempts at a memory before its LLM stage fails. */
const MAX_ATTEMPTS = 3;
/** Worker deaths after which a memory is blamed; processes die for many reasons. */
const MAX_CRASHES = 10;

/** The memory as it was read. */
type ReadMemory = Pick<LlmExtraction, 'reading' | 'createdAt'>;

/** Failure of a memory whose workers died too often; null if it may be tried. */
export function failureByCrashes(job: LlmJob, read: ReadMemory): LlmExtraction | null {
  return job.crashes < MAX_CRASHES ? null : failure(job, read, 'the process ended while it was read');
}

/** Failure of a memory whose last attempt ended with this error; null if it is tried again. */
export function failureByError(job: LlmJob, read: ReadMemory, error: unknown): LlmExtraction | null {
  if (job.attempts < MAX_ATTEMPTS) return null;
  return failure(job, read, error instanceof Error ? error.name : 'unknown');
}

function failure({ memoryId }: LlmJob, { reading, createdAt }: ReadMemory, reason: string): LlmExtraction {
  return { memoryId, reading, createdAt, outcome: { state: 'failed', reason }, durationMs: 0 };
}
