import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { createKey } from '../create-key.js';
import type { ChatTurn } from '../recall/chat-turns.js';
import { fillScope } from '../recall/fill-scope.js';
import { fillingOf } from '../recall/filling.js';
import type { MemoryVectors } from '../recall/memory-vectors.js';
import { questionsOf } from '../recall/questions.js';
import { ScopeMemories, type ScopeMemory } from '../recall/scope-memories.js';
import { settleTables } from '../recall/table-bytes.js';
import { withClient } from '../with-client.js';

/** The entity of a scope with the most facts. */
export interface Hub {
  readonly id: string;
  readonly name: string;
  readonly relations: number;
  readonly statements: number;
  readonly mentions: number;
}

/** A filled scope that studio is opened on. */
export interface StudioScope {
  readonly size: number;
  readonly key: string;
  readonly scopeId: string;
  readonly entities: number;
  readonly hub: Hub;
  /** Decimal id of a memory with facts. */
  readonly memoryId: string;
  readonly speaker: string;
  readonly questions: readonly string[];
}

const AT_ONCE = 2_000;
const QUESTIONS = 40;

/** Fills a scope of its own: memories with vectors, the graph that a perfect extraction gives, and their events. */
export async function fillStudio(
  url: string,
  chats: readonly (readonly ChatTurn[])[],
  vectors: MemoryVectors,
  size: number,
): Promise<StudioScope> {
  const agent = `studio-${String(size)}`;
  const key = await createKey(url, agent);
  const { scopeId } = scopeOf('bench', agent);
  const filling = fillingOf(scopeId, new ScopeMemories(chats, size), vectors);
  const hub = await withClient(url, async (client) => {
    await fillScope(client, filling);
    await writeEvents(client, scopeId, size, filling.memory);
    await settleTables(client);
    await client.query('VACUUM ANALYZE evidence, events');
    return hubOf(client, scopeId);
  });
  const told = Array.from({ length: size }, (_, n) => filling.memory(n)).findLast(hasFacts);
  if (!told) throw new Error('no memory has facts');
  const asked = questionsOf(Math.min(QUESTIONS, size), size, filling.memory).map(({ text }) => text);
  return {
    ...{ size, key, scopeId, ...hub, memoryId: memoryIdOfUuid(told.memoryId) },
    ...{ speaker: told.speaker ?? '', questions: asked },
  };
}

function hasFacts({ speaker, observations: { mentions, relations } }: ScopeMemory): boolean {
  return speaker !== null && mentions.length > 0 && relations.length > 0;
}

/** Two events of each memory, as its encoding and its extraction write them. */
async function writeEvents(
  client: ClientBase,
  scopeId: string,
  size: number,
  memoryOf: (n: number) => ScopeMemory,
): Promise<void> {
  for (let from = 0; from < size; from += AT_ONCE) {
    const memories = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, i) => memoryOf(from + i));
    await appendEvents(
      client,
      memories.flatMap((memory) => eventsOf(scopeId, memory)),
    );
  }
}

function eventsOf(scopeId: string, memory: ScopeMemory): NewEvent[] {
  const { memoryId: streamId, text, speaker, session, at, observations } = memory;
  const common = { scopeId, streamId, recordedAt: new Date(Number(at / 1_000_000n)) };
  const times = { created_at_unix_nanos: at, occurred_at_unix_nanos: at };
  const memory_id = memoryIdOfUuid(streamId);
  const role = memory.role === 'assistant' ? 'assistant' : 'user';
  const written = { kind: 0, salience: 0.5, session, speaker, role, metadata: null } as const;
  return [
    { ...common, type: 'MemoryEncoded', data: { memory_id, text, ...written, ...times } },
    { ...common, type: 'MemoryExtracted', data: { memory_id, created_at_unix_nanos: at, stages: [], observations } },
  ];
}

async function hubOf(client: ClientBase, scopeId: string): Promise<{ readonly hub: Hub; readonly entities: number }> {
  const { rows } = await client.query<Hub & { entities: number }>(
    `SELECT e.entity_id AS id, e.canonical_name AS name, e.mention_count AS mentions, related.count AS relations,
            stated.count AS statements, (SELECT count(*)::int FROM entities WHERE scope_id = $1) AS entities
     FROM entities AS e
     CROSS JOIN LATERAL (SELECT (SELECT count(*)::int FROM relations AS r WHERE r.scope_id = $1 AND r.from_entity = e.entity_id)
       + (SELECT count(*)::int FROM relations AS r WHERE r.scope_id = $1 AND r.to_entity = e.entity_id) AS count) AS related
     CROSS JOIN LATERAL (SELECT count(*)::int FROM statements AS s WHERE s.scope_id = $1 AND s.subject = e.entity_id) AS stated
     WHERE e.scope_id = $1 ORDER BY related.count + stated.count DESC LIMIT 1`,
    [scopeId],
  );
  const [row] = rows;
  if (!row) throw new Error('no entity');
  const { entities, ...hub } = row;
  return { hub, entities };
}
