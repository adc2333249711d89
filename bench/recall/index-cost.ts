import type { Client } from 'pg';
import { projectScope } from './check-filled.js';
import type { Filling } from './fill-scope.js';
import { insertPlain } from './plain-table.js';

/** Milliseconds per memory of the projecting transaction, in batches of a hundred. */
export interface IndexCost {
  readonly graph: number;
  readonly lexical: number;
  readonly vectors: number;
  /** One more row of the plain table. */
  readonly plain: number;
}

const MEMORIES = 500;

/** Projects more memories into a filled scope, and rolls back. */
export async function indexCost(client: Client, filling: Filling, plainTable: string): Promise<IndexCost> {
  const { size } = filling;
  await client.query('BEGIN');
  try {
    const { graph, lexical, vectors } = await projectScope(client, filling, size, size + MEMORIES);
    const plain = await insertPlain(client, plainTable, filling, size, size + MEMORIES);
    return {
      graph: graph / MEMORIES,
      lexical: lexical / MEMORIES,
      vectors: vectors / MEMORIES,
      plain: plain / MEMORIES,
    };
  } finally {
    await client.query('ROLLBACK');
  }
}
