import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { parseTemporalIntent } from '#recall/query/temporal-intent.js';
import { useEngraph } from './use-engraph.js';

const engraph = useEngraph();

/** What is said on the fifth of January 2026; the month that a question asked in July 2026 is about. */
async function monthAsked(agent: string, said: string, question: string): Promise<string | undefined> {
  const client = await engraph.client('time', agent);
  const occurred_at = BigInt(Date.UTC(2026, 0, 5)) * 1_000_000n;
  await client.remember(said, { speaker: 'Ana', occurred_at });
  const { scopeId } = scopeOf('time', agent);
  const { span } = await parseTemporalIntent(engraph.sql(), scopeId, question, Date.UTC(2026, 6, 20));
  return span === null ? undefined : new Date(span.from).toISOString().slice(0, 7);
}

test('a month is the last one where something is said to happen in it', async () => {
  expect(await monthAsked('told', 'I am going to visit Berlin in June.', 'What happened in June?')).toBe('2026-06');
});

test('a month of which nothing is said is the last one before the newest memory', async () => {
  expect(await monthAsked('untold', 'Lena moved to Oslo in May.', 'What happened in June?')).toBe('2025-06');
});

test('"now" is no time span, and a named span is no state, unless the question says that it is about now', async () => {
  const now = Date.UTC(2026, 6, 20);
  const asked = async (question: string) => {
    const { span, state } = await parseTemporalIntent(engraph.sql(), scopeOf('time', 'none').scopeId, question, now);
    return [span !== null, state];
  };
  expect(await asked('Where does Lena live now?')).toEqual([false, 'current']);
  expect(await asked('What are the changes in June?')).toEqual([true, null]);
  expect(await asked('Who was chair until June?')).toEqual([true, 'former']);
  expect(await asked('Who is still here in June?')).toEqual([true, 'current']);
});
