import { expect, test } from '@jest/globals';
import type { Scope } from '#contracts/scope.js';
import { stagesOf } from '#extraction/stages.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { useStore } from '../event-store/store-setup.js';
import { extractMemories } from '../extractor/extractor-setup.js';
import { forgetIn, restoreIn, talkIn } from './talk.js';

/** Runs on real Postgres with the real stages, without the encoder. */
const store = useStore();
const NOW = new Date('2026-03-14T12:00:00Z');
const stages = stagesOf(['pattern', 'classifier'], 'perceptron');

/** All relations that the scope has ever had, as text, with the years of their validity. */
async function relationsIn({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ told: string }>(
    `SELECT a.canonical_name || ' → ' || b.canonical_name
              || CASE r.valid_to_nanos WHEN 0 THEN '' ELSE ' (ended)' END AS told
     FROM relations AS r JOIN entities AS a ON a.entity_id = from_entity JOIN entities AS b ON b.entity_id = to_entity
     WHERE r.scope_id = $1 AND a.scope_id = $1 AND b.scope_id = $1 ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

test.each([
  ['as they were said', (turns: number[]) => turns],
  ['the correction first', (turns: number[]) => turns.reverse()],
])('a claim that its speaker corrects never held, read %s', async (_, order) => {
  const { scope, events, ids } = await talkIn(store, ['I live in Bergen.', 'Sorry, I meant Stavanger.']);
  for (const i of order([0, 1])) await extractMemories(store.pool(), { stages }).handle(events.slice(i, i + 1));
  expect(await relationsIn(scope)).toEqual(['user → Stavanger']);
  expect(await differences()).toEqual([]);

  const [slip = '', correction = ''] = ids;
  await forgetIn(store, scope, correction, { hard: false, now: NOW });
  expect(await relationsIn(scope)).toEqual(['user → Bergen']);
  await restoreIn(store, scope, correction, NOW);
  expect(await relationsIn(scope)).toEqual(['user → Stavanger']);
  await forgetIn(store, scope, slip, { hard: false, now: NOW });
  expect(await relationsIn(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('claims from before the mistake still hold, and the mistake ends nothing', async () => {
  const { scope, events } = await talkIn(store, [
    'I live in Oslo.',
    'I moved to Bergen.',
    'Sorry, not Bergen, I meant Stavanger.',
  ]);
  await extractMemories(store.pool(), { stages }).handle(events);
  expect(await relationsIn(scope)).toEqual(['user → Oslo (ended)', 'user → Stavanger']);
});
