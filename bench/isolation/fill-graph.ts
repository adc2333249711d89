import type { Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';

/** The entity that half of all relations lead to. */
export const HUB = '00000000-0000-4000-8000-000000000001';

const SCOPES = 5;
const ENTITIES = 20_000;
const RELATIONS = 60_000;

const ENTITY = (n: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Several scopes with a graph of the same ids in each, so that only the scope tells them apart; one scope's id. */
export async function fillGraph(pool: Pool): Promise<string> {
  const ids = Array.from({ length: SCOPES }, (_, i) => scopeOf('bench', String(i)).scopeId);
  for (const [i, id] of ids.entries())
    await pool.query('INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, $2, $3)', [id, 'bench', String(i)]);
  await pool.query(
    `INSERT INTO entities (scope_id, entity_id, type_id, normal_form, canonical_name, mention_count)
     SELECT scope_id, ${ENTITY('n')}, 1, 'name ' || n, 'Name ' || n, n % 97
     FROM unnest($1::uuid[]) AS scope (scope_id), generate_series(1, $2::int) AS n`,
    [ids, ENTITIES],
  );
  await pool.query(
    `INSERT INTO entity_names (scope_id, entity_id, surface, folded, mention_count, reference_count)
     SELECT scope_id, entity_id, canonical_name, normal_form, 1, 0 FROM entities`,
  );
  await pool.query(
    `INSERT INTO relations (scope_id, relation_id, type_id, from_entity, to_entity, confidence, mention_count,
                            valid_from_nanos, valid_to_nanos, memory_ids, pair_id, weight, first_at_nanos,
                            first_memory, first_ordinal, last_at_nanos, last_memory, last_ordinal)
     SELECT scope_id, gen_random_uuid(), 1 + n % 20, ${ENTITY('1 + n % $2')},
            ${ENTITY('CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + (n::bigint * 7919) % $2 END')}, 0.5, 1, 1, 0, '{}', gen_random_uuid(), 0, 0, gen_random_uuid(), 0, 0, gen_random_uuid(), 0
     FROM unnest($1::uuid[]) AS scope (scope_id), generate_series(1, $3::int) AS n`,
    [ids, ENTITIES, RELATIONS],
  );
  await pool.query('ANALYZE');
  return ids[0] ?? '';
}
