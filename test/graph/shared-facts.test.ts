import { beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { forgetMemories, seed, useDatabase, type Said } from './queries-fixture.js';

const database = useDatabase();

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
});

const say = (scopeId: string, ...said: Said[]): Promise<string[]> => seed(database.pool(), scopeId, said);

/** Current relations, with whether they are unsettled. */
async function current(scopeId: string): Promise<string[]> {
  const { rows } = await database.pool().query<{ told: string }>(
    `SELECT a.canonical_name || ' → ' || b.canonical_name || CASE WHEN unsettled THEN ' unsettled' ELSE '' END AS told
     FROM relations AS r JOIN entities AS a ON a.scope_id = $1 AND a.entity_id = from_entity
     JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity
     WHERE r.scope_id = $1 AND valid_to_nanos = 0 ORDER BY least(a.canonical_name, b.canonical_name), 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

const forget = (scopeId: string, ...memoryIds: string[]) => forgetMemories(database.pool(), scopeId, memoryIds);

type Claim = NonNullable<Said['relations']>[number];
const told = (...relations: Claim[]): Said => ({ relations });
const job = (who: string, at: bigint, polarity: 'asserted' | 'ended' = 'asserted', where = 'Acme'): Claim => [
  ...([who, 'works_at', `organization:${where}`] as const),
  { at, polarity, confidence: 0.9 },
];
const colleagues = (at: bigint): Claim => ['Ana', 'colleague_of', 'Ben', { at, confidence: 0.9 }];
const home = (who: string, at: bigint, where = 'Leeds', polarity: 'asserted' | 'ended' = 'asserted'): Claim => [
  ...([who, 'lives_in', `place:${where}`] as const),
  { at, polarity, confidence: 0.9 },
];

test.each([
  ['leaves', [told(job('Ben', 5n, 'ended'))]],
  ['has another employer', [told(job('Ben', 5n, 'asserted', 'Globex'))]],
  ['has left, wherever that was', [{ ends: [['Ben', 'works_at', 0.9, 5n]] }]],
] as [string, Said[]][])('colleagues are unsettled when one of them %s', async (how, then) => {
  const { scopeId } = scopeOf('shared-facts', how);
  await say(scopeId, told(job('Ben', 1n), colleagues(2n)));
  const ids = await say(scopeId, ...then);
  expect(await current(scopeId)).toContainEqual(expect.stringMatching(/^(Ana → Ben|Ben → Ana) unsettled$/));
  await forget(scopeId, ...ids);
  expect(await current(scopeId)).toContainEqual(expect.stringMatching(/^(Ana → Ben|Ben → Ana)$/));
});

test('that holds whichever comes first, and until a later memory says that they are colleagues', async () => {
  const { scopeId } = scopeOf('shared-facts', 'order');
  await say(scopeId, told(job('Ben', 5n, 'ended')), told(colleagues(2n)));
  expect(await current(scopeId)).not.toContainEqual(expect.stringMatching('unsettled'));
  const [began = ''] = await say(scopeId, told(job('Ben', 1n)));
  expect(await current(scopeId)).toEqual([expect.stringMatching(/ unsettled$/)]);
  const [again = ''] = await say(scopeId, told(colleagues(6n)));
  expect(await current(scopeId)).toEqual([expect.stringMatching(/(Ana|Ben)$/)]);
  await forget(scopeId, again);
  expect(await current(scopeId)).toEqual([expect.stringMatching(/ unsettled$/)]);
  await forget(scopeId, began);
  expect(await current(scopeId)).toEqual([expect.stringMatching(/(Ana|Ben)$/)]);
});

test('whom a leaver led has another superior, and whom he reported to too', async () => {
  const { scopeId } = scopeOf('shared-facts', 'superiors');
  await say(
    scopeId,
    told(
      job('Ben', 1n),
      ['Ana', 'reports_to', 'Ben', { at: 2n, confidence: 0.9 }],
      ['Ben', 'reports_to', 'Cleo', { at: 2n, confidence: 0.9 }],
      ['Cleo', 'reports_to', 'Dan', { at: 2n, confidence: 0.9 }],
    ),
    told(job('Ben', 5n, 'ended')),
  );
  expect(await current(scopeId)).toEqual(['Ana → Ben unsettled', 'Ben → Cleo unsettled', 'Cleo → Dan']);
});

test.each([
  ['a past job of which nobody told while it lasted', [job('Ben', 5n, 'ended', 'Globex')]],
  ['a job that ended before', [job('Ben', 1n, 'asserted', 'Globex'), job('Ben', 2n, 'ended', 'Globex')]],
  ['the job of somebody else', [job('Dan', 1n), job('Dan', 5n, 'ended')]],
] as [string, Claim[]][])('%s leaves colleagues as they are', async (what, claims) => {
  const { scopeId } = scopeOf('shared-facts', what);
  await say(scopeId, told(colleagues(3n)), ...claims.map((claim) => told(claim)));
  expect(await current(scopeId)).toContainEqual(expect.stringMatching(/^(Ana → Ben|Ben → Ana)$/));
});

test('who was told to live with somebody is not known to stay when that one moves', async () => {
  const { scopeId } = scopeOf('shared-facts', 'homes');
  const together = told(home('Ana', 1n), home('Ben', 1n));
  await say(scopeId, together, told(home('Cleo', 1n)), told(home('Dan', 1n, 'York')));
  const [moved = ''] = await say(scopeId, told(home('Ana', 5n, 'Hull')));
  expect(await current(scopeId)).toEqual(['Ana → Hull', 'Ben → Leeds unsettled', 'Cleo → Leeds', 'Dan → York']);
  const [stays = ''] = await say(scopeId, told(home('Ben', 6n)));
  expect(await current(scopeId)).toContain('Ben → Leeds');
  await forget(scopeId, stays);
  expect(await current(scopeId)).toContain('Ben → Leeds unsettled');
  await forget(scopeId, moved);
  expect(await current(scopeId)).toContain('Ben → Leeds');
});

test('a statement of somebody whose job has ended is settled as before', async () => {
  const { scopeId } = scopeOf('shared-facts', 'statement');
  const occupation = (value: string, confidence: number, at: bigint): Said => ({
    statements: [['Ben', 'occupation', value, { confidence, at }]],
  });
  await say(scopeId, told(job('Ben', 1n)), occupation('nurse', 0.8, 2n), told(job('Ben', 5n, 'ended')));
  const [weak = ''] = await say(scopeId, occupation('baker', 0.45, 6n));
  const unsettled = async () =>
    (await database.pool().query('SELECT unsettled FROM statements WHERE scope_id = $1', [scopeId])).rows;
  expect(await unsettled()).toEqual([{ unsettled: true }]);
  await forget(scopeId, weak);
  expect(await unsettled()).toEqual([{ unsettled: false }]);
});

test('homes in two places that one memory tells of bear not on each other', async () => {
  const { scopeId } = scopeOf('shared-facts', 'apart');
  await say(scopeId, told(home('Ana', 1n, 'York'), home('Ben', 1n)), told(home('Ana', 5n, 'Hull')));
  expect(await current(scopeId)).toEqual(['Ana → Hull', 'Ben → Leeds']);
});

test('a home is told alone once what the memory says of the other is no evidence any more', async () => {
  const { scopeId } = scopeOf('shared-facts', 'alone');
  const perhaps: Claim = ['Ana', 'lives_in', 'place:Leeds', { at: 1n, confidence: 0.4 }];
  const [, confirms = ''] = await say(
    scopeId,
    told(perhaps, home('Ben', 1n)),
    told(perhaps),
    told(home('Ana', 5n, 'Leeds', 'ended')),
  );
  expect(await current(scopeId)).toEqual(['Ben → Leeds unsettled']);
  await forget(scopeId, confirms);
  expect(await current(scopeId)).toEqual(['Ben → Leeds']);
});
