import { beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import { inTransaction } from '#database/transaction.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { fuzzyVariantsOf } from '#recall/query/fuzzy-expansion.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { useDatabase } from './queries-fixture.js';

const database = useDatabase();
const { scopeId } = scopeOf('graph', 'grams');
const MEMORY = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';

async function index(memoryId: string, text: string | null): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await indexMemories(tx, scopeId, [{ memoryId, text, speaker: 'Ana' }]);
  });
}

/** Terms of the scope with a spelling similar to the given one. */
async function alike(term: string, documentFrequency: number): Promise<string[]> {
  const variants = await fuzzyVariantsOf(postgresScopeIndex(inScope(database.service(), scopeId), scopeId), [
    { term, documentFrequency },
  ]);
  return variants.map((variant) => variant.term);
}

beforeAll(() => index(MEMORY, 'The counselor met a musician from Lisbon at the bakery in 2023, saint that she is'));

test.each([
  ['another form of a word that the scope knows', 'counsel', 1, ['counselor']],
  ['another form of one that it does not know', 'music', 0, ['musician']],
  ['two letters the wrong way round', 'lisobn', 0, ['lisbon']],
  ['a wrong first letter', 'kisbon', 0, ['lisbon']],
  ['two slips in a long word', 'counsellorr', 0, ['counselor']],
])('a term is found by %s', async (_, term, documents, expected) => {
  expect(await alike(term, documents)).toEqual(expected);
});

test.each([
  ['a word that the scope knows, one letter away', 'paint', 1],
  ['two slips in a short word', 'lixbom', 0],
  ['a short word', 'lis', 0],
  ['a number', '2024', 0],
  ['itself', 'lisbon', 1],
])('no term is found by %s', async (_, term, documents) => {
  expect(await alike(term, documents)).toEqual([]);
});

test('the n-grams of a term are removed with the last memory that has it, in any script', async () => {
  await index(OTHER, 'A zeppelin over Lisbon and Łódzkie');
  expect(await alike('zeppelim', 0)).toEqual(['zeppelin']);
  expect(await alike('łodzkei', 0)).toEqual(['łodzkie']);
  await index(OTHER, null);
  expect(await alike('zeppelim', 0)).toEqual([]);
  expect(await alike('lisobn', 0)).toEqual(['lisbon']);
  const { rows } = await database
    .pool()
    .query('SELECT DISTINCT term FROM search_ngrams WHERE scope_id = $1', [scopeId]);
  const terms = rows.map((row: { term: string }) => row.term);
  expect(terms.filter((term) => ['zeppelin', 'łodzkie'].includes(term))).toEqual([]);
});
