import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { inTransaction } from '#database/transaction.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { recordErasure } from '#memories/erase/record-erasure.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { cliOperator } from '../shared/cli-operator.js';

/** A permanent erasure: of a memory, or of a whole scope if memory_id is null. */
export interface Erasure {
  readonly scope_id: string;
  readonly memory_id: string | null;
}

/** Lists all erasures, oldest first: ids and times only. */
export async function listErasures(pool: Pick<Pool, 'query'>): Promise<(Erasure & { erased_at: Date })[]> {
  const { rows } = await pool.query<Erasure & { erased_at: Date }>(
    'SELECT erased_at, scope_id, memory_id FROM erasures ORDER BY erased_at, erasure_id',
  );
  return rows;
}

/** Parses an exported list of erasures. @throws Error with the number of an invalid line */
export function parseErasures(text: string): Erasure[] {
  return text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, at + 1)]));
}

function parseLine(line: string, number: number): Erasure {
  try {
    const { scope_id: scope, memory_id: memory } = JSON.parse(line) as Partial<Record<keyof Erasure, unknown>>;
    if (isUuid(scope) && (memory === null || isUuid(memory)))
      return { scope_id: scope as string, memory_id: memory as string | null };
  } catch {
    // Falls through to the error below, like a line without ids.
  }
  throw new Error(`line ${String(number)} of the erasures is invalid`);
}

/** Repeats the erasures of the list that this database does not record. @returns how many */
export async function replayErasures(pool: Pool, erasures: readonly Erasure[], now: Date): Promise<number> {
  const known = new Set((await listErasures(pool)).map(keyOf));
  const due = [...new Map(erasures.map((one) => [keyOf(one), one])).values()].filter((one) => !known.has(keyOf(one)));
  for (const one of due) await eraseAgain(pool, one, now);
  return due.length;
}

const keyOf = ({ scope_id, memory_id }: Erasure): string => `${scope_id} ${memory_id ?? ''}`;

async function eraseAgain(pool: Pool, { scope_id: scopeId, memory_id: memoryUuid }: Erasure, now: Date): Promise<void> {
  const by = cliOperator();
  const { rowCount } = await pool.query('SELECT FROM scopes WHERE scope_id = $1', [scopeId]);
  if (memoryUuid === null && rowCount === 1) {
    await eraseScope(pool, scopeId, { now, by });
    return;
  }
  await inTransaction(pool, async (tx) => {
    if (memoryUuid === null) {
      // The scope was created after the backup: mark it as erased all the same.
      const mark =
        'INSERT INTO erased_scopes (scope_id, erased_at, finished_at) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING';
      await tx.query(mark, [scopeId, now]);
      await recordErasure(tx, { scopeId }, { now, by });
      return;
    }
    await lockScope(tx, scopeId);
    const forgotten = await forgetMemory(tx, scopeId, memoryUuid, { hard: true, now, by });
    if (forgotten === null) await recordErasure(tx, { scopeId, memoryUuid }, { now, by });
  });
}
