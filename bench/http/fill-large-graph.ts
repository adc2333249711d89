import type { ClientBase } from 'pg';

/** Hashes of the form of UUIDv5, as the ids of real entities are: spread over the whole index. */
const HASH = (text: string): string => `overlay(overlay(md5(${text}) PLACING '5' FROM 13) PLACING '8' FROM 17)::uuid`;
const ENTITY = (n: string): string => HASH(`'entity ' || (${n})`);
const MEMORY = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** A fifth of all relations has this one at an end. */
const HUB_NUMBER = 1;
const RELATION_TYPES = 20;

/** What the graph holds for every entity, and the entities that are asked for. */
export interface LargeGraph {
  readonly entities: number;
  readonly relations: number;
  readonly memories: number;
  readonly hub: string;
  /** One of the tenth that has about nine relations of its own. */
  readonly ordinary: string;
}

const MEMORIES = 10_000;

/**
 * Fills a scope by SQL alone: as many relations as entities, of which a fifth leads from or to one hub, half of the
 * rest from a tenth of the entities; every tenth has ended. Memories are a page's neighbourhood, with three mentions
 * and two claims each.
 */
export async function fillLargeGraph(client: ClientBase, scopeId: string, entities: number): Promise<LargeGraph> {
  await client.query(
    `INSERT INTO entities (scope_id, entity_id, type_id, normal_form, canonical_name, mention_count)
     SELECT $1, ${ENTITY('n')}, 1 + n % 10, 'name ' || n, 'Name ' || n, n % 97 FROM generate_series(1, $2::int) AS n`,
    [scopeId, entities],
  );
  await client.query(
    `INSERT INTO relations (scope_id, relation_id, type_id, from_entity, to_entity, confidence, mention_count,
                            valid_from_nanos, valid_to_nanos, memory_ids, pair_id, weight, first_at_nanos,
                            first_memory, first_ordinal, last_at_nanos, last_memory, last_ordinal)
     SELECT $1, ${HASH(`'relation ' || n`)}, 1 + n % ${String(RELATION_TYPES)}, ${ENTITY('source')}, ${ENTITY('target')},
            0.5, 1, 1, CASE WHEN n % 10 = 9 THEN 2 ELSE 0 END, '{}', gen_random_uuid(), 0, 0, gen_random_uuid(), 0, 0, gen_random_uuid(), 0
     FROM generate_series(1, $2::int) AS n
     CROSS JOIN LATERAL (
       SELECT CASE WHEN n % 10 = 0 THEN ${String(HUB_NUMBER)}
                   WHEN n % 2 = 0 THEN 1 + (n * 7919::bigint) % greatest($2 / 10, 1) ELSE 1 + (n * 104729::bigint) % $2 END AS source,
              CASE WHEN n % 10 = 1 THEN ${String(HUB_NUMBER)} ELSE 1 + (n * 15485863::bigint + 7) % $2 END AS target
     ) AS ends`,
    [scopeId, entities],
  );
  await fillMemories(client, scopeId, entities);
  await client.query('VACUUM ANALYZE entities, relations, memories, memory_extractions, mentions, claims');
  return { entities, relations: entities, memories: MEMORIES, ...(await idsOf(client)) };
}

async function fillMemories(client: ClientBase, scopeId: string, entities: number): Promise<void> {
  await client.query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, session, speaker, role, text, created_at_nanos, occurred_at_nanos)
     SELECT $1, ${MEMORY('n')}, 0, 0.5, n % 500, 'Maria', 'user', 'Turn ' || n || ': we met Name ' || n || ' in Lisbon.', n, 0
     FROM generate_series(1, $2::int) AS n`,
    [scopeId, MEMORIES],
  );
  await client.query(
    `INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
     SELECT $1, ${MEMORY('n')}, 'done', now() FROM generate_series(1, $2::int) AS n`,
    [scopeId, MEMORIES],
  );
  await client.query(
    `INSERT INTO mentions (scope_id, memory_id, start_offset, end_offset, entity_id, surface, stage, confidence, created_at_nanos)
     SELECT $1, ${MEMORY('n')}, place, place + 4, ${ENTITY('1 + (n * 31 + place) % $3')}, 'Name', 'pattern', 0.5, n
     FROM generate_series(1, $2::int) AS n, generate_series(0, 2) AS place`,
    [scopeId, MEMORIES, entities],
  );
  await client.query(
    `INSERT INTO claims (scope_id, memory_id, ordinal, kind, predicate, subject, value_key, text, asserted, event_at_nanos, confidence, stage)
     SELECT $1, ${MEMORY('n')}, ordinal, 'fact', 'age', ${ENTITY('1 + n % $3')}, '', '', true, 0, 0.5, 'pattern'
     FROM generate_series(1, $2::int) AS n, generate_series(0, 1) AS ordinal`,
    [scopeId, MEMORIES, entities],
  );
}

async function idsOf(client: ClientBase): Promise<{ hub: string; ordinary: string }> {
  const { rows } = await client.query<{ hub: string; ordinary: string }>(
    `SELECT ${ENTITY(String(HUB_NUMBER))} AS hub, ${ENTITY(String(HUB_NUMBER + 1))} AS ordinary`,
  );
  const [ids] = rows;
  if (!ids) throw new Error('no ids');
  return ids;
}
