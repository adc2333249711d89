import type { ClientBase } from 'pg';
import type { ScopeMemory } from './scope-memories.js';

/** Inserts memories that are extracted, without their events. */
export async function insertMemories(
  client: ClientBase,
  scopeId: string,
  memories: readonly ScopeMemory[],
): Promise<void> {
  await client.query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, session, speaker, role, text, created_at_nanos, occurred_at_nanos, metadata)
     SELECT $1, memory_id, 0, 0.5, session, speaker, role, text, at, at, metadata
     FROM unnest($2::uuid[], $3::numeric[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::jsonb[])
       AS row (memory_id, session, speaker, role, text, at, metadata)`,
    [
      scopeId,
      memories.map((memory) => memory.memoryId),
      memories.map((memory) => memory.session),
      memories.map((memory) => memory.speaker),
      memories.map((memory) => memory.role),
      memories.map((memory) => memory.text),
      memories.map((memory) => memory.at),
      memories.map(({ metadata }) => (metadata ? JSON.stringify(metadata) : null)),
    ],
  );
  await client.query(
    `INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
     SELECT $1, memory_id, 'done', now() FROM unnest($2::uuid[]) AS row (memory_id)`,
    [scopeId, memories.map((memory) => memory.memoryId)],
  );
}
