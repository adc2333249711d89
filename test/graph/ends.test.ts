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

/** What the scope says of work, as text; what has ended in parentheses. */
async function workIn({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ told: string }>(
    `SELECT CASE held.valid_to_nanos WHEN 0 THEN held.value ELSE '(' || held.value || ')' END AS told
     FROM (SELECT valid_to_nanos, object_value ->> 'value' AS value, superseded_by FROM statements
           WHERE scope_id = $1 AND predicate = 'occupation'
           UNION ALL
           SELECT r.valid_to_nanos, b.canonical_name, r.superseded_by FROM relations AS r
           JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = r.to_entity WHERE r.scope_id = $1) AS held
     WHERE held.superseded_by IS NULL ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

test.each([
  ['as they were said', (turns: number[]) => turns],
  ['the last first', (turns: number[]) => turns.reverse()],
])('an end that names no job ends the one that was held, and not the next, read %s', async (_, order) => {
  const said = ['I work as a nurse at Mercy Hospital.', 'I quit my job.', 'I work as a baker at Crumb Ltd.'];
  const { scope, events, ids } = await talkIn(store, said);
  for (const i of order([0, 1])) await extractMemories(store.pool(), { stages }).handle(events.slice(i, i + 1));
  expect(await workIn(scope)).toEqual(['(Mercy Hospital)', '(nurse)']);
  expect(await differences()).toEqual([]);

  const [, quit = ''] = ids;
  await forgetIn(store, scope, quit, { hard: false, now: NOW });
  expect(await workIn(scope)).toEqual(['Mercy Hospital', 'nurse']);
  await restoreIn(store, scope, quit, NOW);
  await extractMemories(store.pool(), { stages }).handle(events.slice(2, 3));
  expect(await workIn(scope)).toEqual(['(Mercy Hospital)', '(nurse)', 'Crumb Ltd', 'baker']);
  expect(await differences()).toEqual([]);
});
