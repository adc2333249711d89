import type { Sql } from '#database/sql.js';
import { entityGraphRetriever } from './entity-graph/entity-graph-retriever.js';
import { lexicalRetriever } from './lexical/lexical-retriever.js';
import { RANKING } from './ranking.js';
import { readQuery } from './read-query.js';
import type { RecallFilter } from './recall-filter.js';
import type { AskedQuery, RecallQuery, Retrieved, Retriever, RetrieverName } from './retriever.js';
import type { Place, ScopeIndex } from './index/scope-index.js';
import { storedIndex } from './index/stored-index.js';
import type { IndexCache } from './index/index-cache.js';
import { recencyRetriever } from './time/recency-retriever.js';
import { timeRetriever } from './time/time-retriever.js';
import { rounded } from './rounded.js';

/** What is looked for, and how. */
export interface Search {
  readonly text: string;
  readonly maxResults: number;
  readonly filter: RecallFilter;
  readonly retrievers: readonly RetrieverName[];
  /** Finds by meaning; null or absent where no model is configured. */
  readonly dense?: Retriever | null;
  /** Indexes of scopes that this process holds; absent where Postgres is asked each time. */
  readonly held?: IndexCache | undefined;
}

/** What one retriever found, in how many milliseconds. */
export interface Found extends Retrieved {
  readonly name: RetrieverName;
  readonly ms: number;
}

/** All that a ranking is made from. */
export interface Gathered {
  readonly query: RecallQuery;
  readonly found: readonly Found[];
  /** Of the first candidates of each retriever, and of the turns next to them. */
  readonly places: ReadonlyMap<string, Place>;
}

/** Candidates of each retriever; the first of them are lifted by where they stand. */
const MIN_CANDIDATES = 100;
/** Half as many found two in a hundred fewer answers among the first five, on conversations of our own. */
const MAX_LIFTED = 100;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: entityGraphRetriever,
  time: timeRetriever,
  recency: recencyRetriever,
};

/** Asks the retrievers, and reads where stands what they found, of those that find by nearness while others still look. */
export async function gatherCandidates(sql: Sql, scopeId: string, search: Search): Promise<Gathered> {
  const last = search.held?.last(scopeId) ?? null;
  const asked = readQuery(sql, scopeId, search.text, indexOf(sql, scopeId, search), last);
  const placesAt = async (memoryIds: readonly string[], neighbours: boolean): Promise<ReadonlyMap<string, Place>> => {
    const [index, { when }] = await Promise.all([asked.index, asked.time]);
    return index.places(memoryIds, { filter: search.filter, when, neighbours });
  };
  const runs = search.retrievers.map((name) => ({ name, run: retrieve(sql, scopeId, asked, { ...search, name }) }));
  const near = Promise.all(runs.filter(({ name }) => RANKING.retrievers[name].near).map(({ run }) => run)).then(
    headsOf,
  );
  const [weights, time, nearHeads, nearPlaces, ...found] = await Promise.all([
    ...([asked.weights, asked.time, near] as const),
    // The turns next to a memory gain only where words or meaning found it.
    near.then((heads) => placesAt(heads, true)),
    ...runs.map(({ run }) => run),
  ]);
  const known = new Set(nearHeads);
  const others = await placesAt(
    headsOf(found).filter((id) => !known.has(id)),
    false,
  );
  const query = { text: asked.text, terms: asked.terms, weights, time };
  return { query, found, places: new Map([...nearPlaces, ...others]) };
}

/** Held ones know of a memory what it is by itself, not whom it names. */
async function indexOf(sql: Sql, scopeId: string, { held, filter }: Search): Promise<ScopeIndex> {
  const index = filter.subjects === undefined ? await held?.read(sql, scopeId) : null;
  return index ?? storedIndex(sql, scopeId);
}

function headsOf(runs: readonly Found[]): string[] {
  return [...new Set(runs.flatMap(({ candidates }) => candidates.slice(0, MAX_LIFTED).map((one) => one.memoryId)))];
}

async function retrieve(
  sql: Sql,
  scopeId: string,
  query: AskedQuery,
  { name, filter, maxResults, dense }: Search & { readonly name: RetrieverName },
): Promise<Found> {
  const start = performance.now();
  const limit = Math.max(MIN_CANDIDATES, maxResults);
  const retrieved = await retrieverOf(name, dense)(sql, scopeId, query, filter, limit);
  return { name, ms: rounded(performance.now() - start), ...retrieved };
}

/** One that is not there finds nothing. */
function retrieverOf(name: RetrieverName, dense: Retriever | null | undefined): Retriever {
  return name === 'dense' ? (dense ?? NOTHING) : RETRIEVE[name];
}

const NOTHING: Retriever = () => Promise.resolve({ candidates: [], notes: { off: true } });
