import type { ClientBase } from 'pg';

/** SQL: the id of a copy of a memory, whose last twelve digits are its number. */
const COPIED_ID = `(left(memory_id::text, 24) || lpad(to_hex(('x' || right(memory_id::text, 12))::bit(48)::bigint + copy * $2), 12, '0'))::uuid`;

/**
 * Copies the first memories of a scope until it has `size`: texts and vectors as they are, ids, sessions and the field
 * `number` of the metadata by their own number. A copy is in what the in-memory index and the vectors are read from,
 * but neither in the graph nor in the indexes of Postgres. A projection of as many would take half an hour.
 * @param first number of memories that the scope has, which divides `size`
 */
export async function copyMemories(client: ClientBase, scopeId: string, first: number, size: number): Promise<void> {
  const copies = size / first - 1;
  const copied = async (table: string, columns: string, values: string): Promise<void> => {
    await client.query(
      `INSERT INTO ${table} (scope_id, memory_id, ${columns})
       SELECT scope_id, ${COPIED_ID}, ${values} FROM ${table} CROSS JOIN generate_series(1, $3) AS copy
       WHERE scope_id = $1 ORDER BY copy, memory_id`,
      [scopeId, first, copies],
    );
  };
  if (copies === 0) return;
  const plain = 'kind, salience, speaker, role, text, created_at_nanos, occurred_at_nanos';
  await copied(
    'memories',
    `${plain}, session, metadata`,
    `${plain}, session + copy * $2, jsonb_set(metadata, '{number}', to_jsonb((metadata->>'number')::bigint + copy * $2))`,
  );
  await copied('memory_extractions', 'state, sweep_at', 'state, sweep_at');
  await copied('search_documents', 'length, terms, frequencies', 'length, terms, frequencies');
  await copied('memory_vectors', 'model, vector, token_embeddings', 'model, vector, token_embeddings');
  await client.query(
    'UPDATE search_stats SET documents = documents * ($2::int + 1), length = length * ($2 + 1) WHERE scope_id = $1',
    [scopeId, copies],
  );
}
