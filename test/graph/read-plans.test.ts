import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { entityNodes, relationEdges } from '#graph/queries/graph-entities.js';
import { linkEdges, mentionEdges, memoryNodes } from '#graph/queries/graph-memories.js';
import { statementNodes } from '#graph/queries/graph-statements.js';
import { inspectCandidates } from '#graph/queries/inspect-candidates.js';
import { inspectEdges } from '#graph/queries/inspect-edges.js';
import { inspectLinks } from '#graph/queries/inspect-links.js';
import { inspectCorrections } from '#graph/queries/inspect-corrections.js';
import { triedByMentions } from '#graph/queries/frequently-named.js';
import { getEntity } from '#graph/queries/get-entity.js';
import { inspectNodes } from '#graph/queries/inspect-nodes.js';
import { entitiesOf, mostMentioned, namedLike } from '#graph/queries/list-entities.js';
import { readMemoryPage } from '#graph/queries/list-memories.js';
import { listStatements } from '#graph/queries/list-statements.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { readHops } from '#graph/queries/neighbours.js';
import { findNameCandidates } from '#entity-resolution/resolve/find-candidates.js';
import { readTerms } from '#entity-resolution/resolve/weigh-context.js';
import { loadNeighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { mentioningMemories } from '#recall/retrievers/graph/mentioning-memories.js';
import { linkEntities } from '#recall/retrievers/graph/entity-linking.js';
import { subjectMemories } from '#search/filter/subject-memories.js';
import { readScores, readTopK, readTermOverlap } from '#search/postgres-index/postings.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { readEntityNames, readPersonNames } from '#search/postgres-index/entity-names.js';
import {
  readIndexedEntities,
  readIndexedMemories as readIndexed,
  readChangesSince,
  readIndexState,
} from '#search/in-memory-index/read-changes.js';
import { weighQueryTerms } from '#recall/query/term-weights.js';
import { fuzzyVariantsOf } from '#recall/query/fuzzy-expansion.js';
import { loadFeaturesCached } from '#search/postgres-index/feature-cache.js';
import { loadRecalledMemories } from '#recall/load-recalled-memories.js';
import { readEdges } from '#reasoning/plan/read-edges.js';
import type { PendingQuery } from '#recall/query/analyzed-query.js';
import {
  filterSessionNeighbours,
  readSessionContexts,
  readSessionNeighbours,
} from '#search/postgres-index/session-contexts.js';
import { parseTemporalIntent, type TemporalIntent } from '#recall/query/temporal-intent.js';
import { recencyRetriever } from '#recall/retrievers/temporal/recency-retriever.js';
import { timeRetriever } from '#recall/retrievers/temporal/time-retriever.js';
import { LOG_START } from '#event-store/read-log.js';
import { readScopeLog } from '#event-store/scope-log.js';
import { useDatabase } from './queries-fixture.js';

/** Reads that take their rows in the order of an index. */
const IN_ORDER = new Set([
  ...['entityNodes', 'relationEdges', 'statementNodes', 'memoryNodes', 'readHops', 'mostMentioned'],
  ...['mostMentionedOfType', 'triedByMentions'],
]);

/** Checks the plan of every statement of the read side, run by the service's role. */
const database = useDatabase();

test('every read of a large scope uses an index', async () => {
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
    isPlace: () => false,
    isOrganization: () => false,
    isPersonAndPlace: () => false,
    nicknamesOf: () => [],
  };
  const words = [{ term: 'word12', documentFrequency: 1, weight: 1, queryTerm: 'word12', share: 1 }];
  const weights = { terms: words, speakers: [], queryWeights: new Map<string, number>(), averageDocumentLength: 5 };
  const askedAt = (asking: Sql, time: TemporalIntent): PendingQuery => {
    const index = Promise.resolve(postgresScopeIndex(asking, scopeId));
    return {
      text: '',
      terms: [],
      index,
      lastIndex: null,
      termWeights: Promise.resolve(weights),
      temporalIntent: Promise.resolve(time),
    };
  };
  const found = [{ queriedName: 'name 12', isFirstWord: false, entityId: node }];
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
    inspectCandidates: (sql) => inspectCandidates(sql, scopeId, node),
    inspectLinks: (sql) => inspectLinks(sql, scopeId, node),
    inspectCorrections: (sql) => inspectCorrections(sql, scopeId, node),
    mostMentioned: (sql) => mostMentioned(sql, scopeId, { ...filter, includeMerged: false }),
    mostMentionedOfType: (sql) => mostMentioned(sql, scopeId, { ...filter, typeId: 1, includeMerged: false }),
    triedByMentions: (sql) => triedByMentions(sql, scopeId, 'n', filter),
    triedByMentionsOfWords: (sql) => triedByMentions(sql, scopeId, 'n', { ...filter, words: 'n' }),
    entitiesOf: (sql) => entitiesOf(sql, scopeId, [node], filter),
    getEntity: (sql) => getEntity(sql, scopeId, node),
    inspectNodes: (sql) => inspectNodes(sql, scopeId, node),
    statementsOfSubject: (sql) =>
      listStatements(sql, scopeId, { subject: node, minConfidence: 0, onlyCurrent: true, limit: 100 }),
    namedLike: (sql) => namedLike(sql, scopeId, 'name 123', filter),
    namedLikeByWords: (sql) => namedLike(sql, scopeId, '123', { ...filter, words: '123' }),
    subjectMemories: (sql) => subjectMemories(sql, scopeId, node),
    readMemories: (sql) => readMemoryPage(sql, scopeId, { ...page, dir: 'desc' }),
    readMemoriesOfSession: (sql) => readMemoryPage(sql, scopeId, { ...page, dir: 'asc', filter: { session: 3n } }),
    readMemoriesOfSubject: (sql) => readMemoryPage(sql, scopeId, { ...page, dir: 'desc', among: [node] }),
    readMemoriesOfFrequentSubject: (sql) => readMemoryPage(sql, scopeId, { ...page, dir: 'desc', mentioning: [node] }),
    readMemoriesFollowed: (sql) =>
      readMemoryPage(sql, scopeId, {
        ...page,
        dir: 'asc',
        after: [{ id: node, snapshot: '99000000:99000003:99000000,99000002' }],
      }),
    readMemoriesOfLargePage: (sql) => readMemoryPage(sql, scopeId, { ...page, limit: 500, dir: 'desc' }),
    readSpanOfMemories: (sql) =>
      readMemoryPage(sql, scopeId, { ...page, dir: 'desc', span: 'few', filter: { since: 5n, until: 50n } }),
    readLongSpanOfMemories: (sql) =>
      readMemoryPage(sql, scopeId, { ...page, dir: 'asc', span: 'many', filter: { since: 3_500n } }),
    readHops: (sql) => readHops(sql, scopeId, [node], walk, limits),
    readHopsOfTypes: (sql) => readHops(sql, scopeId, [node], { ...walk, relationTypes: ['uses', 'knows'] }, limits),
    weighTerms: (sql) => weighQueryTerms(postgresScopeIndex(sql, scopeId), ['word', 'turn'], 32, 'words of turns'),
    readPostings: (sql) => readTopK(sql, scopeId, words, 5, {}, 100),
    readPostingsOfSession: (sql) => readTopK(sql, scopeId, words, 5, { session: 3n, since: 1n }, 100),
    readPostingsOfSubject: (sql) => readTopK(sql, scopeId, words, 5, { subjects: [node] }, 100),
    readMore: (sql) => readScores(sql, scopeId, words, 5, [node]),
    variantsOf: (sql) => fuzzyVariantsOf(postgresScopeIndex(sql, scopeId), [{ term: 'wordy', documentFrequency: 0 }]),
    readAskedTime: (sql) => parseTemporalIntent(sql, scopeId, 'What was last week?', 0),
    timeRetriever: (sql) =>
      timeRetriever(
        sql,
        scopeId,
        askedAt(sql, { span: { from: 0, to: 1 }, asksForTime: false, asksForCurrent: false, state: null }),
        {},
        100,
      ),
    recencyRetriever: (sql) =>
      recencyRetriever(
        sql,
        scopeId,
        askedAt(sql, { span: null, asksForTime: false, asksForCurrent: true, state: null }),
        { session: 3n },
        100,
      ),
    readTurnsAround: (sql) => readSessionNeighbours(sql, scopeId, [node], 2),
    placesOf: (sql) => readSessionContexts(sql, scopeId, [node], { filter: {}, statesTime: true, neighbours: true }),
    placesOfSession: (sql) =>
      readSessionContexts(sql, scopeId, [node], {
        filter: { session: 3n, until: 1n },
        statesTime: false,
        neighbours: true,
      }),
    knownTurns: (sql) => loadFeaturesCached(sql, scopeId, [node], true),
    passingOf: (sql) => filterSessionNeighbours(sql, scopeId, [node], { session: 3n, subjects: [node] }),
    placesAlone: (sql) =>
      readSessionContexts(sql, scopeId, [node], { filter: {}, statesTime: false, neighbours: false }),
    readEdges: (sql) => readEdges(sql, scopeId, node),
    entitiesNamed: (sql) =>
      linkEntities(sql, scopeId, { ...postgresScopeIndex(sql, scopeId), findNames: () => found }, 'Where is Name 12?'),
    readNames: (sql) => readEntityNames(sql, scopeId, ['name 12'], ['name']),
    readPersonNames: (sql) => readPersonNames(sql, scopeId, ['name 12']),
    readIndexedEntities: (sql) => readIndexedEntities(sql, scopeId, node, 50),
    readAround: (sql) => loadNeighbourhood(sql, scopeId, postgresScopeIndex(sql, scopeId), [node]),
    memoriesNaming: (sql) => mentioningMemories(sql, scopeId, postgresScopeIndex(sql, scopeId), [node]),
    sharesOfWords: (sql) => readTermOverlap(sql, scopeId, [node], words, {}),
    readState: (sql) => readIndexState(sql, scopeId),
    readIndexed: (sql) => readIndexed(sql, scopeId, node, 50),
    readNews: (sql) => readChangesSince(sql, scopeId, 7n, 50),
    loadRecalled: (sql) => loadRecalledMemories(sql, scopeId, [node]),
    findNames: (sql) => findNameCandidates(sql, scopeId, 'Name 12', ['person', 'place'], lexicon),
    readTerms: (sql) => readTerms(sql, scopeId, [[node], ['word12']]),
    readScopeLog: (sql) =>
      readScopeLog(
        sql,
        scopeId,
        { after: LOG_START, until: { epoch: 1, txid: 1n << 60n, position: 1n << 60n }, types: ['MemoryEncoded'] },
        { events: 100, bytes: 1_000 },
      ),
  };
  for (const [name, read] of Object.entries(reads)) {
    // The thresholds are a table of one row.
    const plan = (await planOf(scopeId, read)).replaceAll('Seq Scan on graph_thresholds', '');
    expect(`${name}: ${plan}`).not.toMatch(/Seq Scan/);
    if (IN_ORDER.has(name)) expect(`${name}: ${plan}`).not.toMatch(/Sort/);
    if (name === 'mostMentionedOfType') expect(plan).toMatch(/entities_by_type/);
    if (['placesOf', 'placesOfSession', 'placesAlone', 'readMemoriesOfSession', 'readEdges'].includes(name))
      expect(`${name}: ${plan}`).toMatch(/session_key = /);
    if (name === 'readAround') expect(plan).toMatch(/candidate_evidence_entity_a[^]*candidate_evidence_entity_b/);
    // An index is no bound if all rows of the scope are read from it to be joined with those of a page.
    if (name === 'readMemoriesFollowed') expect(plan).toMatch(/memories_by_txid/);
    if (/^read\w*Span/.test(name)) expect(`${name}: ${plan}`).toMatch(/InitPlan[^]*memories_by_event_time/);
    if (name === 'readScopeLog') expect(plan).toMatch(/Limit[^]*Index Scan using events_of_scope/);
    if (name.startsWith('readMemories')) expect(`${name}: ${plan}`).not.toMatch(/Hash|Merge/);
  }
});

/** Plan of the statement that a read sends, for the role that sends it: policies change plans. */
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

/** Inserts a few thousand rows into every table, in this scope and in another one. */
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
    'entity_id, surface, folded, mention_count, reference_count',
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
    'candidate_evidence',
    'memory_id, ordinal, pair_id, event_at_nanos, asserted, weight, entity_a, entity_b',
    `${id('n')}, 0, ${id('n')}, 0, true, 1, ${id('n % 400')}, ${id('n')}`,
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
  await into('search_ngrams', 'ngram, term', `'w' || n % 400, 'word' || n`);
  await database.pool().query(`INSERT INTO search_stats SELECT ${id('n')}, 1, 1 FROM generate_series(1, 4000) AS n`);
  await into(
    'events',
    'stream_id, event_id, type, schema_version, data_bytes, data',
    `${id('n')}, gen_random_uuid(), 'MemoryForgotten', 1, 2, '{}'`,
  );
  await database
    .pool()
    .query(`SELECT register_scope(gen_random_uuid(), 'plans', n::text) FROM generate_series(1, 4000) AS n`);
  await into('memory_extractions', 'memory_id, sweep_at', `${id('n')}, now()`);
  await database.pool().query('ANALYZE');
}
