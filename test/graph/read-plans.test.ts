import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { entityNodes, relationEdges } from '#graph/queries/graph-entities.js';
import { linkEdges, mentionEdges, memoryNodes } from '#graph/queries/graph-memories.js';
import { statementNodes } from '#graph/queries/graph-statements.js';
import { inspectEdges } from '#graph/queries/inspect-edges.js';
import { getEntity } from '#graph/queries/get-entity.js';
import { inspectNodes } from '#graph/queries/inspect-nodes.js';
import { mostMentioned, namedLike } from '#graph/queries/list-entities.js';
import { readMemories } from '#graph/queries/list-memories.js';
import { listStatements } from '#graph/queries/list-statements.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { readHops } from '#graph/queries/neighbours.js';
import { findNames } from '#graph/resolve/find-names.js';
import { readTerms } from '#graph/resolve/weigh-context.js';
import { readAround } from '#recall/entity-graph/claims-around.js';
import { memoriesNaming } from '#recall/entity-graph/memories-naming.js';
import { entitiesNamed } from '#recall/entity-graph/query-entities.js';
import { readMore, readPostings, sharesOfWords } from '#recall/index/stored-postings.js';
import { storedIndex } from '#recall/index/stored-index.js';
import { readNames, readPersonNames } from '#recall/index/stored-names.js';
import { readEntities, readMemories as readIndexed, readNews, readState } from '#recall/index/read-index.js';
import { weighTerms } from '#recall/lexical/term-weights.js';
import { variantsOf } from '#recall/lexical/variants.js';
import { knownTurns } from '#recall/index/known-turns.js';
import { loadRecalled } from '#recall/recalled-memories.js';
import { readEdges } from '#recall/plan/read-edges.js';
import type { AskedQuery } from '#recall/retriever.js';
import { passingOf, placesOf, readTurnsAround } from '#recall/index/stored-places.js';
import { readAskedTime, type AskedTime } from '#recall/time/asked-time.js';
import { recencyRetriever } from '#recall/time/recency-retriever.js';
import { timeRetriever } from '#recall/time/time-retriever.js';
import { useDatabase } from './queries-fixture.js';

/** Plans of every statement of the read side, as the role sends it that serves requests. */
const database = useDatabase();

test('every read of a large scope goes by an index', async () => {
  const { scopeId } = scopeOf('graph', 'plans');
  await fill(scopeId);
  const node = '80000000-0000-0000-0000-000000000000';
  const rest = { nodes: 50, edges: 250, node, edge: [8, node] as const, links: false };
  const filter = { includeMerged: true, limit: 50 };
  const page = { limit: 50, after: node, includeTombstoned: false } as const;
  const walk = { direction: 'both', includeSuperseded: false } as const;
  const limits = { each: 100, all: 1000 };
  const lexicon = {
    isKnown: () => false,
    isCommon: () => false,
    isFirstName: () => false,
    isPersonAndPlace: () => false,
    nicknamesOf: () => [],
  };
  const words = [{ term: 'word12', documents: 1, weight: 1, asked: 'word12', share: 1 }];
  const weights = { terms: words, speakers: [], asked: new Map<string, number>(), meanLength: 5 };
  const askedAt = (asking: Sql, time: AskedTime): AskedQuery => {
    const index = Promise.resolve(storedIndex(asking, scopeId));
    return { text: '', terms: [], index, last: null, weights: Promise.resolve(weights), time: Promise.resolve(time) };
  };
  const found = [{ asked: 'name 12', isFirstWord: false, entityId: node }];
  const reads: Record<string, (sql: Sql) => Promise<unknown>> = {
    entityNodes: (sql) => entityNodes(sql, scopeId, node, 51),
    relationEdges: (sql) => relationEdges(sql, scopeId, rest, 'ffffffff-0000-0000-0000-000000000000'),
    statementNodes: (sql) => statementNodes(sql, scopeId, node, 51),
    memoryNodes: (sql) => memoryNodes(sql, scopeId, node, 51),
    mentionEdges: (sql) => mentionEdges(sql, scopeId, rest, [node]),
    linkEdges: (sql) => linkEdges(sql, scopeId, { ...rest, links: true }, [node]),
    listRelations: (sql) =>
      listRelations(sql, scopeId, node, { ...filter, direction: 'both', includeSuperseded: true }),
    inspectEdges: (sql) => inspectEdges(sql, scopeId, node),
    mostMentioned: (sql) => mostMentioned(sql, scopeId, { ...filter, includeMerged: false }),
    getEntity: (sql) => getEntity(sql, scopeId, node),
    inspectNodes: (sql) => inspectNodes(sql, scopeId, node),
    statementsOfSubject: (sql) =>
      listStatements(sql, scopeId, { subject: node, minConfidence: 0, onlyCurrent: true, limit: 100 }),
    namedLike: (sql) => namedLike(sql, scopeId, 'name 123', filter),
    readMemories: (sql) => readMemories(sql, scopeId, { ...page, dir: 'desc' }),
    readMemoriesOfSession: (sql) => readMemories(sql, scopeId, { ...page, dir: 'asc', session: 3n }),
    readMemoriesFollowed: (sql) =>
      readMemories(sql, scopeId, {
        ...page,
        dir: 'asc',
        after: [{ id: node, snapshot: '99000000:99000003:99000000,99000002' }],
      }),
    readMemoriesOfLargePage: (sql) => readMemories(sql, scopeId, { ...page, limit: 500, dir: 'desc' }),
    readHops: (sql) => readHops(sql, scopeId, [node], walk, limits),
    readHopsOfTypes: (sql) => readHops(sql, scopeId, [node], { ...walk, relationTypes: ['uses', 'knows'] }, limits),
    weighTerms: (sql) => weighTerms(storedIndex(sql, scopeId), ['word', 'turn'], 32),
    readPostings: (sql) => readPostings(sql, scopeId, words, 5, {}, 100),
    readPostingsOfSession: (sql) => readPostings(sql, scopeId, words, 5, { session: 3n, since: 1n }, 100),
    readPostingsOfSubject: (sql) => readPostings(sql, scopeId, words, 5, { subjects: [node] }, 100),
    readMore: (sql) => readMore(sql, scopeId, words, 5, [node]),
    variantsOf: (sql) => variantsOf(storedIndex(sql, scopeId), [{ term: 'wordy', documents: 0 }]),
    readAskedTime: (sql) => readAskedTime(sql, scopeId, 'What was last week?', 0),
    timeRetriever: (sql) =>
      timeRetriever(sql, scopeId, askedAt(sql, { span: { from: 0, to: 1 }, when: false, now: false }), {}, 100),
    recencyRetriever: (sql) =>
      recencyRetriever(sql, scopeId, askedAt(sql, { span: null, when: false, now: true }), { session: 3n }, 100),
    readTurnsAround: (sql) => readTurnsAround(sql, scopeId, [node], 2),
    placesOf: (sql) => placesOf(sql, scopeId, [node], { filter: {}, when: true, neighbours: true }),
    placesOfSession: (sql) =>
      placesOf(sql, scopeId, [node], { filter: { session: 3n, until: 1n }, when: false, neighbours: true }),
    knownTurns: (sql) => knownTurns(sql, scopeId, [node], true),
    passingOf: (sql) => passingOf(sql, scopeId, [node], { session: 3n, subjects: [node] }),
    placesAlone: (sql) => placesOf(sql, scopeId, [node], { filter: {}, when: false, neighbours: false }),
    readEdges: (sql) => readEdges(sql, scopeId, node),
    entitiesNamed: (sql) =>
      entitiesNamed(sql, scopeId, { ...storedIndex(sql, scopeId), names: () => found }, 'Where is Name 12?'),
    readNames: (sql) => readNames(sql, scopeId, ['name 12'], ['name']),
    readPersonNames: (sql) => readPersonNames(sql, scopeId, ['name 12']),
    readIndexedEntities: (sql) => readEntities(sql, scopeId, node, 50),
    readAround: (sql) => readAround(sql, scopeId, storedIndex(sql, scopeId), [node]),
    memoriesNaming: (sql) => memoriesNaming(sql, scopeId, storedIndex(sql, scopeId), [node]),
    sharesOfWords: (sql) => sharesOfWords(sql, scopeId, [node], words, {}),
    readState: (sql) => readState(sql, scopeId),
    readIndexed: (sql) => readIndexed(sql, scopeId, node, 50),
    readNews: (sql) => readNews(sql, scopeId, 7n, 50),
    loadRecalled: (sql) => loadRecalled(sql, scopeId, [node]),
    findNames: (sql) => findNames(sql, scopeId, 'Name 12', ['person', 'place'], lexicon),
    readTerms: (sql) => readTerms(sql, scopeId, [[node], ['word12']]),
  };
  for (const [name, read] of Object.entries(reads)) {
    const plan = await planOf(scopeId, read);
    expect(`${name}: ${plan}`).not.toMatch(/Seq Scan/);
    if (['entityNodes', 'relationEdges', 'statementNodes', 'memoryNodes', 'readHops', 'mostMentioned'].includes(name))
      expect(`${name}: ${plan}`).not.toMatch(/Sort/);
    if (['placesOf', 'placesOfSession', 'placesAlone', 'readMemoriesOfSession', 'readEdges'].includes(name))
      expect(`${name}: ${plan}`).toMatch(/session_key = /);
    // An index is no bound where all of the scope's rows come off it, to be joined with a page's.
    if (name === 'readMemoriesFollowed') expect(plan).toMatch(/memories_written_by/);
    if (name.startsWith('readMemories')) expect(`${name}: ${plan}`).not.toMatch(/Hash|Merge/);
  }
});

/** The plan of the statement that a read sends, for the role that sends it: policies change plans. */
async function planOf(scopeId: string, read: (sql: Sql) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  await read({
    query: async (text, values) => {
      const { rows } = await inScope(database.service(), scopeId).query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ${text}`,
        values,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
    },
  });
  return plans.join('\n');
}

/** A few thousand rows in every table, in this scope and in another one. */
async function fill(scopeId: string): Promise<void> {
  const other = scopeOf('graph', 'other plans').scopeId;
  const PLACE =
    'pair_id, weight, first_at_nanos, first_memory, first_ordinal, last_at_nanos, last_memory, last_ordinal';
  const into = (table: string, columns: string, values: string): Promise<unknown> =>
    database.pool().query(
      `INSERT INTO ${table} (scope_id, ${columns})
       SELECT scope.id::uuid, ${values} FROM unnest($1::text[]) AS scope (id), generate_series(1, 4000) AS n`,
      [[scopeId, other]],
    );
  const id = (n: string): string => `md5((${n})::text)::uuid`;
  await into(
    'entities',
    'entity_id, type_id, normal_form, canonical_name, mention_count',
    `${id('n')}, 1, 'name ' || n, 'Name ' || n, n % 50`,
  );
  await into(
    'entity_names',
    'entity_id, surface, folded, mentions, refs',
    `${id('n')}, 'Name ' || n, 'name ' || n, 1, 0`,
  );
  await into(
    'relations',
    `relation_id, type_id, from_entity, to_entity, confidence, mention_count, valid_from_nanos, valid_to_nanos, memory_ids, ${PLACE}`,
    `gen_random_uuid(), 8, ${id('n % 400')}, ${id('n')}, 0.5, 1, 0, 0, '{}', ${id('n')}, 0, 0, ${id('n')}, 0, 0, ${id('n')}, 0`,
  );
  await into(
    'statements',
    `statement_id, kind, predicate, subject, value_key, text, confidence, mention_count, event_at_nanos, valid_from_nanos, valid_to_nanos, memory_ids, ${PLACE}`,
    `gen_random_uuid(), 'fact', 'has', ${id('n')}, '', '', 0.5, 1, 0, 0, 0, '{}', ${id('n')}, 0, 0, ${id('n')}, 0, 0, ${id('n')}, 0`,
  );
  await into(
    'evidence',
    'memory_id, ordinal, pair_id, event_at_nanos, asserted, weight',
    `${id('n')}, 0, ${id('n')}, 0, true, 1`,
  );
  await into(
    'memories',
    'memory_id, kind, salience, session, text, created_at_nanos, occurred_at_nanos',
    `${id('n')}, 0, 0.5, n % 100, 'a turn', n, 0`,
  );
  await into(
    'mentions',
    'memory_id, start_offset, end_offset, entity_id, surface, stage, confidence, created_at_nanos',
    `${id('n')}, 0, 5, ${id('n')}, '', 'pattern', 0.5, n`,
  );
  await into(
    'claims',
    'memory_id, ordinal, kind, predicate, subject, value_key, text, asserted, event_at_nanos, confidence, stage',
    `${id('n')}, 0, 'fact', 'has', ${id('n')}, '', '', true, 0, 0.5, 'pattern'`,
  );
  await into(
    'memory_links',
    'source, target, kind, weight, created_at_nanos',
    `${id('n')}, ${id('n + 1')}, 'caused', 1, n`,
  );
  await into('memory_accesses', 'memory_id, access_count, last_accessed_at_nanos', `${id('n')}, 1, n`);
  await into(
    'search_documents',
    'memory_id, length, terms, frequencies',
    `${id('n')}, 1, ARRAY['word' || n % 400], '{1}'`,
  );
  await into('search_postings', 'term, memory_id, frequency, length', `'word' || n % 400, ${id('n')}, 1, 1`);
  await into('search_terms', 'term, documents', `'word' || n, 10`);
  await into('search_changes', 'number, memory_id, entity_id', `n, ${id('n')}, NULL`);
  await into('search_grams', 'gram, term', `'w' || n % 400, 'word' || n`);
  await database.pool().query(`INSERT INTO search_scopes SELECT ${id('n')}, 1, 1 FROM generate_series(1, 4000) AS n`);
  await into('memory_extractions', 'memory_id, sweep_at', `${id('n')}, now()`);
  await database.pool().query('ANALYZE');
}
