import type { ClientBase } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { NO_OBSERVATIONS, type Observations, type StageReport, type Verifiable } from '#contracts/observations.js';
import { readStreams } from '#event-store/read-log.js';
import type { LlmOutcome } from '#extraction/llm/ask-llm.js';
import {
  isLlmExtraction,
  latestGeneration,
  extractionsOf,
} from '#graph/projection/contributions/effective-extractions.js';
import { lockScope } from '#database/in-locked-scope.js';
import { failpoint } from '#failpoints/failpoints.js';
import { lockProjectable } from '#memories/extraction/extraction-state.js';
import { markTimeouts } from '../infrastructure-error.js';
import { LLM_QUEUE } from './llm-jobs.js';
import { projectExtraction, type Extraction } from '../project-extraction.js';
import { currentExtraction } from '#memories/extraction/current-extraction.js';

/** Outcome of the LLM stage for one memory. */
export interface LlmExtraction {
  readonly memoryId: string;
  /** Reading of the memory that was read; 0 if there was none. */
  readonly reading: number;
  readonly createdAt: bigint;
  /** Its version, if it has one, says which prompts and model gave it. */
  readonly outcome: LlmOutcome;
  readonly durationMs: number;
  /** Trace of the memory as a W3C traceparent. */
  readonly traceparent?: string;
}

/**
 * Appends and projects LLM extractions of memories of one scope, and deletes their jobs, in the caller's transaction.
 * Memories that were forgotten or changed meanwhile, or whose job another worker finished, are skipped. A job of a
 * changed memory stays: it is a new one, of the new reading.
 */
export async function projectLlmExtractions(
  tx: ClientBase,
  scopeId: string,
  llmExtractions: readonly LlmExtraction[],
  version: string,
  now: Date,
): Promise<void> {
  await lockScope(tx, scopeId);
  const projectable = await lockProjectable(tx, scopeId, llmExtractions, ['partial', 'done']);
  const memoryIds = await unchangedSince(tx, scopeId, llmExtractions);
  const finished = await LLM_QUEUE.complete(tx, scopeId, memoryIds);
  const accepted = llmExtractions.filter(({ memoryId }) => projectable.has(memoryId) && finished.has(memoryId));
  const earlier = groupBy(await readStreams(tx, scopeId, memoryIds, ['MemoryExtracted']), (event) => event.streamId);
  const extractions = accepted.map((one) => extractionOf(one, earlier.get(one.memoryId) ?? [], version));
  await markTimeouts(() => projectExtraction(tx, scopeId, extractions, now));
  failpoint('llm.before-commit');
}

/** Those of the memories that have not been changed since they were read, or that are gone. */
async function unchangedSince(
  tx: ClientBase,
  scopeId: string,
  read: readonly Pick<LlmExtraction, 'memoryId' | 'reading'>[],
): Promise<string[]> {
  const { rows } = await tx.query<{ memory_id: string }>(
    `SELECT wanted.memory_id FROM unnest($2::uuid[], $3::int[]) AS wanted (memory_id, reading)
     WHERE NOT EXISTS (
       SELECT FROM memories AS m WHERE m.scope_id = $1 AND m.memory_id = wanted.memory_id
         AND m.state = 'active' AND m.reading <> wanted.reading)`,
    [scopeId, read.map(({ memoryId }) => memoryId), read.map(({ reading }) => reading)],
  );
  return rows.map((row) => row.memory_id);
}

/** Extraction to append. One without observations joins the LLM's latest generation; any other supersedes it. */
function extractionOf(llmExtraction: LlmExtraction, events: readonly StoredEvent[], version: string): Extraction {
  const { memoryId, reading, createdAt, outcome, traceparent = null } = llmExtraction;
  const hasObservations = outcome.state === 'done' || outcome.state === 'partial';
  const found = hasObservations ? outcome.observations : NO_OBSERVATIONS;
  const stages = [reportOf(version, llmExtraction, found)];
  const earlier = extractionsOf(events);
  const latest = latestGeneration(earlier.filter(isLlmExtraction));
  const generation = Math.max(0, hasObservations ? latest + 1 : latest);
  const own = { memory_id: '', created_at_unix_nanos: createdAt, stages, observations: found, generation, reading };
  const { observations, reports, isComplete } = currentExtraction([...earlier, own]);
  return {
    ...{ memoryId, reading, createdAt, stages, found, traceparent, generation, wantsLlm: false },
    all: observations,
    effectiveReports: reports,
    state: isComplete ? 'done' : 'partial',
  };
}

/** Whether an observation is a claim: one that the LLM finds not said only drops another. */
function isSaid({ verdict }: Verifiable): boolean {
  return verdict?.said !== 'not_said';
}

function reportOf(version: string, { outcome, durationMs }: LlmExtraction, found: Observations): StageReport {
  return {
    stage: 'llm',
    version: outcome.version ?? version,
    state: outcome.state,
    mentions: found.mentions.length,
    relations: found.relations.filter(isSaid).length,
    statements: found.statements.filter(isSaid).length,
    duration_ms: Math.round(durationMs),
    ...(outcome.state === 'done' ? {} : { error: outcome.reason }),
  };
}
