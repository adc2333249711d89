import { expect, test } from '@jest/globals';
import type { Sql } from '#database/sql.js';
import { linkEntities } from '../retrievers/graph/entity-linking.js';
import { analyzeQuery } from './analyze-query.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';

const read = (sql: Sql, text: string) =>
  analyzeQuery(sql, SCOPE, text, Promise.resolve(postgresScopeIndex(sql, SCOPE)));

const SCOPE = '00000000-0000-4000-8000-000000000000';
const MEBIBYTE = 1 << 20;

/** A fake index of 1,000 memories with given document frequencies; records the values of each statement. */
function indexOf(documents: (term: string) => number): { sql: Sql; asked: unknown[][] } {
  const asked: unknown[][] = [];
  const query = (text: string, values: unknown[] = []): Promise<unknown> => {
    asked.push(values);
    const terms = text.includes('search_stats') ? (values[1] as string[]) : [];
    const rows = terms.map((term) => ({ term, documents: documents(term), total: 1_000n, length: 10_000n }));
    return Promise.resolve({ rows });
  };
  return { sql: { query } as unknown as Sql, asked };
}

/** The text "nr1 nr2 …". */
function words(count: number): string {
  return Array.from({ length: count }, (_, i) => `nr${String(i + 1)}`).join(' ');
}

const numberOf = (term: string): number => Number(/^nr(\d+)$/.exec(term)?.[1] ?? 0);

test('only the beginning of a mebibyte is read, and its rarest 32 terms are searched', async () => {
  const { sql, asked } = indexOf((term) => (numberOf(term) === 0 ? 0 : 900 - numberOf(term)));
  const { text, terms, termWeights } = read(sql, words(MEBIBYTE / 7));
  const { terms: searched, queryWeights: weighed } = await termWeights;
  expect(text).toHaveLength(4_096);
  expect(terms).toHaveLength(128);
  expect(searched.map(({ term }) => numberOf(term))).toEqual(Array.from({ length: 32 }, (_, i) => 128 - i));
  expect(weighed.size).toBe(32);
  expect(Math.max(...asked.flat().map((value) => String(value).length))).toBeLessThan(4_096);
});

test('all terms of a question of up to 32 words are searched', async () => {
  const { sql } = indexOf((term) => (numberOf(term) % 2 === 1 ? numberOf(term) : 0));
  const { terms, queryWeights } = await read(sql, words(32)).termWeights;
  expect(terms).toHaveLength(16);
  expect(queryWeights.size).toBe(32);
});

test('of more than 32 words, known terms take precedence over unknown ones', async () => {
  const { sql } = indexOf((term) => (numberOf(term) > 40 ? 1_000 : 0));
  const { terms, queryWeights } = await read(sql, words(60)).termWeights;
  expect(terms).toHaveLength(20);
  expect([...queryWeights.keys()].map(numberOf)).toEqual([
    ...Array.from({ length: 12 }, (_, i) => i + 1),
    ...Array.from({ length: 20 }, (_, i) => i + 41),
  ]);
});

test('names are looked up only in the beginning of a text', async () => {
  const { sql, asked } = indexOf(() => 0);
  await linkEntities(
    sql,
    SCOPE,
    postgresScopeIndex(sql, SCOPE),
    `${'. '.repeat(2_000)}Ana${' .'.repeat(MEBIBYTE / 2)}Lisbon`,
  );
  expect(asked).toEqual([[SCOPE, ['ana'], ['ana']]]);
});

test('recency words are not searched, unless there are no other words', () => {
  const { sql } = indexOf(() => 1);
  const termsIn = (question: string) => read(sql, question).terms;
  expect(termsIn('Where does Nora work now?')).toEqual(termsIn('Where does Nora work?'));
  expect(termsIn('What is the latest?')).toEqual(['latest']);
});
