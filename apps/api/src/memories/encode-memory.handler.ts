import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { msOfNanos, type Clock } from '#contracts/clock.js';
import type { MemoryEncoded } from '#contracts/events.js';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid, newMemoryUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import { sessionFields } from '#contracts/session.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { EncodeRow } from '#memories/encode/encode-batch.js';
import { EncodeMemories } from '#memories/encode/encode-memories.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { endFailed, traceparentOf, Tracing } from '#tracing/tracing.js';
import { CLOCK } from '../shared/clock.js';
import { Forbidden, NotFound } from '../http/problems.js';
import type { EncodeMemoryDto } from './encode-memory.dto.js';
import { salienceOf } from '#memories/encode/salience.js';

/** Response to an encode. */
export interface MemoryCreationResult {
  readonly memory_id: string;
  readonly was_deduplicated: boolean;
  readonly salience: number;
  readonly kind: number;
  readonly created_at_unix_nanos: bigint | number;
  readonly auto_edges_added: number;
}

/** Result as the request ledger stores it. */
export type StoredResult = Omit<MemoryCreationResult, 'was_deduplicated'> & { readonly was_deduplicated?: true };

/** Stores a memory in a scope under a request id. */
export class EncodeMemory extends Command<{
  result: MemoryCreationResult & IsoTimesOf<MemoryCreationResult>;
  replayed: boolean;
}> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: EncodeMemoryDto,
    /** Trace of the request as a W3C traceparent. */
    readonly traceparent: string | null = null,
    /** Whether the caller may learn about other memories. */
    readonly mayRecall = true,
  ) {
    super();
  }
}

@CommandHandler(EncodeMemory)
export class EncodeMemoryHandler implements ICommandHandler<EncodeMemory> {
  constructor(
    private readonly store: EncodeMemories,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {}

  async execute(command: EncodeMemory) {
    const span = this.tracing.follow('EncodeMemory', { kind: SpanKind.INTERNAL, parent: command.traceparent });
    try {
      const stored = await this.write(command, traceparentOf(span));
      span?.setAttribute('engraph.memory_id', stored.result.memory_id).end();
      return stored;
    } catch (error) {
      endFailed(span, error);
      throw error;
    }
  }

  private async write({ scopeId, requestId, request, mayRecall }: EncodeMemory, traceparent: string | null) {
    const dedupe = request.dedupe === 'content';
    // The response would reveal whether this text is already stored.
    if (dedupe && !mayRecall) throw new Forbidden('recall');
    const row = encodeRowOf({ scopeId, requestId, traceparent }, request, this.clock.nowNanos());
    const { replayed, recovered, result } = await (dedupe ? this.store.writeDistinct(row) : this.store.write(row));
    const stored = result as StoredResult;
    const edges = replayed || recovered ? await edgesAddedBy(this.pool, scopeId, [stored.memory_id]) : null;
    return { result: creationResult({ stored, replayed, edges, mayRecall }), replayed };
  }
}

/** The row of a request: its ledger key, and the memory to store. */
export function encodeRowOf(
  key: Pick<EncodeRow, 'scopeId' | 'requestId' | 'traceparent'>,
  request: EncodeMemoryDto,
  nowNanos: bigint,
): EncodeRow {
  const memoryUuid = newMemoryUuid(msOfNanos(nowNanos));
  const event = encodedEvent(memoryUuid, request, nowNanos);
  const { memory_id, salience, kind, created_at_unix_nanos } = event;
  return {
    ...key,
    operation: 'POST /v1/memories',
    fingerprint: fingerprintOf('POST /v1/memories', parametersOf(event, request.dedupe === 'content')),
    memoryUuid,
    event,
    result: { memory_id, salience, kind, created_at_unix_nanos, auto_edges_added: 0 },
  };
}

/**
 * Number of links created with each memory, by id, without erased ones. The ledger entry is written before them and
 * does not contain it.
 */
export async function edgesAddedBy(
  pool: Pool,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await inScope(pool, scopeId).query<{ memory_id: string; edges: number }>(
    `SELECT memory_id, (previous_memory_id IS NOT NULL)::int AS edges FROM memories
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND NOT erased`,
    [scopeId, memoryIds.map(uuidOfMemoryId)],
  );
  return new Map(rows.map(({ memory_id, edges }) => [memoryIdOfUuid(memory_id), edges]));
}

/** A write as the ledger has it. `edges` is null if the result has the number of links. */
export interface StoredWrite {
  readonly stored: StoredResult;
  readonly replayed: boolean;
  readonly edges: ReadonlyMap<string, number> | null;
  readonly mayRecall: boolean;
}

/** Answer to a write. @throws NotFound for an erased memory: a replay never creates it again */
export function creationResult({ stored, replayed, edges, mayRecall }: StoredWrite) {
  const added = edges === null ? stored.auto_edges_added : edges.get(stored.memory_id);
  if (added === undefined) throw new NotFound('memory');
  // A link would reveal that the session has an earlier message.
  const auto_edges_added = mayRecall ? added : 0;
  const was_deduplicated = replayed || stored.was_deduplicated === true;
  return withIsoTimes({ ...stored, auto_edges_added, was_deduplicated });
}

function encodedEvent(memoryUuid: string, request: EncodeMemoryDto, nowNanos: bigint): MemoryEncoded {
  return {
    memory_id: memoryIdOfUuid(memoryUuid),
    text: request.text,
    kind: request.kind ?? 0,
    salience: salienceOf(request.text),
    ...sessionFields(request.session ?? request.context ?? null),
    speaker: request.speaker?.trim() ? request.speaker : null,
    role: request.role ?? null,
    ...(request.genre && { genre: request.genre }),
    metadata: request.metadata ?? null,
    ...tagsOf(request),
    created_at_unix_nanos: nowNanos,
    occurred_at_unix_nanos: request.occurred_at_unix_nanos ?? request.occurred_at ?? 0,
    ...lastsOf(request),
  };
}

/** How long a memory lasts; no fields by default. */
function lastsOf(request: EncodeMemoryDto): Pick<MemoryEncoded, 'expires_at_unix_nanos' | 'pinned'> {
  const expires_at_unix_nanos = request.expires_at_unix_nanos ?? request.expires_at ?? 0;
  return {
    ...(BigInt(expires_at_unix_nanos) > 0n && { expires_at_unix_nanos }),
    ...(request.pinned && { pinned: true }),
  };
}

/** Tags of a memory, each once; no field without any. */
function tagsOf({ tags }: EncodeMemoryDto): Pick<MemoryEncoded, 'tags'> {
  return tags && tags.length > 0 ? { tags: [...new Set(tags)] } : {};
}

/** Parameters for the fingerprint: equal for equal requests, whatever their aliases and defaults. */
function parametersOf(event: MemoryEncoded, dedupe: boolean): object {
  const { text, kind, session, speaker, role, genre, metadata, tags, occurred_at_unix_nanos } = event;
  const { session_text, expires_at_unix_nanos, pinned } = event;
  const chosen = { text, kind, session, session_text, speaker, role, metadata, occurred_at_unix_nanos };
  const lasts = { expires_at_unix_nanos, pinned };
  return { ...chosen, ...(genre && { genre }), ...(tags && { tags }), ...lasts, ...(dedupe && { dedupe: 'content' }) };
}
