import type { ClientBase } from 'pg';
import type { EventType } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { NO_OBSERVATIONS, type Observations, type ReadInContext } from '#contracts/observations.js';
import { JOB, type AuditActor } from '#database/audit-trail.js';
import { ErasedScope, erasedAmong } from '#database/erased-scopes.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { dependenciesOf } from '#graph/projection/contributions/claim-dependencies.js';
import { graphUpdated } from '#graph/projection/graph-updated.js';
import { replayWithDependents } from '#graph/rebuild/replay-streams.js';
import { forgetMemory } from '../forget/forget-memory.js';
import { chooseFresh } from './choose-fresh.js';
import type { ImportedEvent } from './import-lines.js';
import { importLinks } from './import-links.js';
import { insertMemories, reviseImported, scheduleImportedVectors, settleImported } from './import-memories.js';

export interface ImportHow {
  readonly now: Date;
  /** Model whose vectors are computed for the memories; null: none. */
  readonly vectorModel: string | null;
  /** Whether memories without an extraction wait for one. */
  readonly extract: boolean;
  /** Who imports, for the audit trail of erasures. */
  readonly by?: AuditActor;
  /** Whether ids stand for those of another system: what has changed there since is left as it was imported. */
  readonly hasForeignIds?: boolean;
}

/** What became of the events of a batch. */
export interface ImportCounts {
  /** Events stored now. */
  readonly imported: number;
  /** Memories stored now. */
  readonly memories: number;
  /** Events that the scope had. */
  readonly known: number;
  /** Events about memories that the scope has erased, and those that say nothing in this scope. */
  readonly skipped: number;
}

/**
 * Appends events of an export to the log of a scope and projects them, in the caller's transaction, which holds the
 * scope's lock. The graph is a function of the log, so it becomes that of the exported scope. Known events are skipped
 * by their id. What this scope has erased stays erased, and what it has forgotten stays forgotten.
 * @throws InvalidImportLine, ImportConflict, ErasedScope
 */
export async function importBatch(
  tx: ClientBase,
  scopeId: string,
  events: readonly ImportedEvent[],
  how: ImportHow,
): Promise<ImportCounts> {
  if ((await erasedAmong(tx, [scopeId])).has(scopeId)) throw new ErasedScope(scopeId);
  const { fresh, known, skipped } = await chooseFresh(tx, scopeId, events, how.hasForeignIds);
  if (fresh.length === 0) return { imported: 0, memories: 0, known, skipped };
  const ofType = <T extends EventType>(type: T) =>
    fresh.filter((event): event is Extract<ImportedEvent, { type: T }> => event.type === type);
  const stored = ofType('MemoryEncoded');
  await insertMemories(tx, scopeId, stored, how);
  failpoint('import.after-memories');
  await append(tx, scopeId, await withoutErasedClaims(tx, scopeId, fresh), how.now);
  failpoint('import.after-events');
  const revised = ofType('MemoryRevised');
  await reviseImported(tx, scopeId, revised);
  const failed = ofType('MemoryExtractionFailed');
  const read = [...ofType('MemoryExtracted'), ...failed];
  const settled = [...revised, ...read].map(({ streamId }) => streamId);
  await settleImported(tx, scopeId, [...new Set(settled)], failed, how);
  await project(tx, scopeId, fresh);
  failpoint('import.after-projection');
  for (const { streamId, data, recordedAt } of ofType('MemoryForgotten'))
    await forgetMemory(tx, scopeId, streamId, {
      ...{
        hard: data.hard,
        now: data.hard ? how.now : earlier(recordedAt, how.now),
        by: how.by ?? JOB,
        isRecorded: true,
      },
    });
  await importLinks(tx, scopeId, fresh);
  await scheduleImportedVectors(
    tx,
    scopeId,
    read.map(({ streamId }) => streamId),
    how,
  );
  return { imported: fresh.length, memories: stored.length, known, skipped };
}

async function append(tx: ClientBase, scopeId: string, events: readonly ImportedEvent[], now: Date): Promise<void> {
  const own = events.map(({ type, streamId, eventId, recordedAt, data }) => {
    return { scopeId, type, streamId, eventId, recordedAt: earlier(recordedAt, now), data } as NewEvent;
  });
  await appendEvents(tx, own);
}

/** A time from a file, but none ahead: softly forgotten memories are erased seven days after theirs. */
function earlier(time: Date, now: Date): Date {
  return time < now ? time : now;
}

/** The events without claims that depend on a memory which this scope has erased: they tell what it said. */
async function withoutErasedClaims(
  tx: ClientBase,
  scopeId: string,
  events: readonly ImportedEvent[],
): Promise<ImportedEvent[]> {
  const contexts = new Set(events.flatMap((event) => dependenciesOf(observationsOf(event) ?? NO_OBSERVATIONS)));
  if (contexts.size === 0) return [...events];
  const { rows } = await tx.query<{ memory_id: string }>(
    'SELECT memory_id FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND erased',
    [scopeId, [...contexts]],
  );
  const erased = new Set(rows.map(({ memory_id }) => memoryIdOfUuid(memory_id)));
  const holds = ({ context = [] }: ReadInContext): boolean => !context.some((id) => erased.has(id));
  return events.map((event) => {
    const found = observationsOf(event);
    if (erased.size === 0 || !found) return event;
    const observations = {
      ...found,
      relations: found.relations.filter(holds),
      statements: found.statements.filter(holds),
    };
    return { ...event, data: { ...event.data, observations } } as ImportedEvent;
  });
}

function observationsOf({ type, data }: ImportedEvent): Observations | null {
  return type === 'MemoryExtracted' ? data.observations : null;
}

/** Projects the streams of the events, except those of links, as a rebuild does. */
async function project(tx: ClientBase, scopeId: string, events: readonly ImportedEvent[]): Promise<void> {
  const projected = events.filter(({ type }) => type !== 'MemoriesLinked' && type !== 'MemoriesUnlinked');
  const streams = new Set(projected.map(({ streamId }) => streamId));
  if (streams.size === 0) return;
  const { changes, streamIds } = await replayWithDependents(tx, scopeId, [...streams]);
  const ofOthers = new Set(projected.filter(({ type }) => !type.startsWith('Memory')).map(({ streamId }) => streamId));
  await appendEvents(
    tx,
    graphUpdated(
      scopeId,
      streamIds.filter((id) => !ofOthers.has(id)),
      changes,
    ),
  );
}
