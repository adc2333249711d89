import type { Client } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Caller } from '../http/routes.js';
import { plainSearchSql } from './plain-table.js';
import type { Question } from './questions.js';

/** Share of questions whose memory is in the first ten, and duration of the first question in milliseconds. */
export interface Found {
  readonly share: number;
  readonly firstMs: number;
}

/** Asks every question once by HTTP. */
export async function foundByRecall(caller: Caller, questions: readonly Question[]): Promise<Found> {
  return found(questions, async ({ text: query }) => {
    const { text } = await caller.call({ method: 'POST', path: '/v1/recall', body: { query } });
    const { memories } = JSON.parse(text) as { memories: readonly { memory_id: string }[] };
    return memories.map(({ memory_id }) => uuidOfMemoryId(memory_id) ?? '');
  });
}

/** Asks every question once by Postgres' own text search. */
export async function foundByPlain(client: Client, table: string, questions: readonly Question[]): Promise<Found> {
  return found(questions, async ({ text }) => {
    const { rows } = await client.query<{ memory_id: string }>(plainSearchSql(table), [text]);
    return rows.map((row) => row.memory_id);
  });
}

async function found(
  questions: readonly Question[],
  ask: (question: Question) => Promise<readonly string[]>,
): Promise<Found> {
  let hits = 0;
  let firstMs = NaN;
  for (const question of questions) {
    const from = performance.now();
    if ((await ask(question)).includes(question.memoryId)) hits += 1;
    if (Number.isNaN(firstMs)) firstMs = performance.now() - from;
  }
  return { share: hits / questions.length, firstMs };
}
