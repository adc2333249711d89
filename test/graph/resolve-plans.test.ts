import { beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import type { SpellingLexicon } from '#entity-resolution/resolve/compare-names.js';
import { resolveName } from '#entity-resolution/resolve/resolve-name.js';
import { readTerms } from '#entity-resolution/resolve/weigh-context.js';
import { useDatabase } from './queries-fixture.js';

/** A scope of 100,000 entities, each mentioned by a memory, beside another one like it. */
const database = useDatabase();
const { scopeId } = scopeOf('resolve', 'large');
const ENTITIES = 100_000;
/** Maximum number of 8 KiB pages that one statement may read; the names and their indexes take several thousand. */
const MAX_PAGES = 6_000;

const NO_LEXICON: SpellingLexicon = {
  isKnown: () => false,
  isCommon: () => false,
  isFirstName: () => false,
  isPlace: () => false,
  isOrganization: () => false,
  isPersonAndPlace: () => false,
  nicknamesOf: () => [],
};
const id = (n: string): string => `md5((${n})::text)::uuid`;
/** A thousand first names and a hundred surnames of six letters, each pair once. */
const FOLDED = `translate(lpad((n % 1000)::text, 6, '0'), '0123456789', 'abcdefghij') || ' ' ||
  translate(lpad((n / 1000)::text, 6, '0'), '0123456789', 'klmnopqrst')`;

beforeAll(async () => {
  const scopes = [scopeId, scopeOf('resolve', 'other').scopeId];
  const into = (table: string, columns: string, values: string): Promise<unknown> =>
    database.pool().query(
      `INSERT INTO ${table} (scope_id, ${columns})
       SELECT scope.id::uuid, ${values} FROM unnest($1::text[]) AS scope (id), generate_series(0, $2::int - 1) AS n`,
      [scopes, ENTITIES],
    );
  const entity = 'entity_id, type_id, normal_form, canonical_name, mention_count';
  await into('entities', entity, `${id('n')}, 1, ${FOLDED}, initcap(${FOLDED}), 1`);
  await into(
    'entity_names',
    'entity_id, surface, folded, mention_count, reference_count',
    `${id('n')}, ${FOLDED}, ${FOLDED}, 1, 0`,
  );
  const mention = 'memory_id, start_offset, end_offset, entity_id, surface, stage, confidence, created_at_nanos';
  await into('mentions', mention, `${id('n')}, 0, 5, ${id('n')}, '', 'pattern', 0.5, n`);
  await into('search_documents', 'memory_id, length, terms, frequencies', `${id('n')}, 1, ARRAY['word'], '{1}'`);
  await database.pool().query('VACUUM ANALYZE');
});

test.each(['aaaabb kkkkkl', 'Aaaabb', 'kkkkkl', 'aaaab kkkkkl', 'a. kkkkkl', 'no such name', 'A'])(
  'the name %s is looked for by indexes, whatever the size of the scope',
  async (name) => {
    const request = { name, type: null, context: null };
    const plan = await planOf((sql) => resolveName(sql, scopeId, request, NO_LEXICON));
    expect(plan).not.toMatch(/Seq Scan/);
    expect(pagesOf(plan)).toBeLessThan(MAX_PAGES);
  },
);

test('terms in the memories of candidates are read by indexes', async () => {
  const { rows } = await database.pool().query<{ id: string }>(`SELECT ${id('n')} AS id FROM generate_series(1, 20) n`);
  const plan = await planOf((sql) => readTerms(sql, scopeId, [rows.map((row) => row.id), ['word', 'other']]));
  expect(plan).not.toMatch(/Seq Scan/);
  expect(pagesOf(plan)).toBeLessThan(MAX_PAGES);
});

test.each([
  ['aaaabb kkkkkl', 1],
  ['aaaabz kkkkkl', 2],
  ['zaaabb kkkkkl', 2],
  ['aaaabb kkkkzl', 2],
  ['aaaabb kkkkklz', 2],
  ['aaaabb zkkkkl', 2],
])('%s is found among them, at tier %i', async (name, tier) => {
  const sql = inScope(database.service(), scopeId);
  const resolution = await resolveName(sql, scopeId, { name, type: null, context: null }, NO_LEXICON);
  const { rows } = await database
    .pool()
    .query<{ id: string }>(
      `SELECT entity_id AS id FROM entities WHERE scope_id = $1 AND normal_form = 'aaaabb kkkkkl'`,
      [scopeId],
    );
  expect(resolution).toMatchObject({ tier, candidateIds: expect.arrayContaining([rows[0]?.id]) });
});

/** Plan and pages of the statement that a read sends, for the role that sends it. */
async function planOf(read: (sql: Sql) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await read({
    query: async (text, values) => {
      const { rows } = await inScope(database.service(), scopeId).query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
        values,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
    },
  });
  return plans.join('\n');
}

/** Number of pages that the whole statement read: those of its top node. */
function pagesOf(plan: string): number {
  const [line = ''] = /Buffers: shared [^\n]*/.exec(plan) ?? [];
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0);
}
