import type { Sql } from '#database/sql.js';
import { entityGraphRetriever } from './entity-graph/entity-graph-retriever.js';
import { lexicalRetriever } from './lexical/lexical-retriever.js';
import { RANKING } from './ranking.js';
import { readQuery } from './read-query.js';
import type { RecallFilter, RecallQuery, Retrieved, Retriever, RetrieverName } from './retriever.js';
import { placesOf, type Heads, type Place } from './surroundings.js';
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

/** Candidates of each retriever. */
const MIN_CANDIDATES = 100;
/** The first candidates of each retriever, as many as are wanted within these bounds, are lifted by where they stand. */
const MIN_LIFTED = 50;
const MAX_LIFTED = 100;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: entityGraphRetriever,
  time: timeRetriever,
  recency: recencyRetriever,
};

/** Asks the retrievers, and reads where stands what they found. */
export async function gatherCandidates(sql: Sql, scopeId: string, search: Search): Promise<Gathered> {
  const query = await readQuery(sql, scopeId, search.text);
  const found = await Promise.all(search.retrievers.map((name) => retrieve(sql, scopeId, query, { ...search, name })));
  const heads = headsOf(found, Math.min(MAX_LIFTED, Math.max(MIN_LIFTED, search.maxResults)));
  return { query, found, places: await placesOf(sql, scopeId, heads, search.filter, query.time.when) };
}

/** The turns next to a memory gain only where words or meaning found it. */
function headsOf(found: readonly Found[], ofEach: number): Heads {
  const headsIn = (runs: readonly Found[]): string[] => [
    ...new Set(runs.flatMap(({ candidates }) => candidates.slice(0, ofEach).map(({ memoryId }) => memoryId))),
  ];
  return { memoryIds: headsIn(found), near: headsIn(found.filter(({ name }) => RANKING.retrievers[name].near)) };
}

async function retrieve(
  sql: Sql,
  scopeId: string,
  query: RecallQuery,
  { name, filter, maxResults, dense }: Search & { readonly name: RetrieverName },
): Promise<Found> {
  const start = performance.now();
  const limit = Math.max(MIN_CANDIDATES, maxResults);
  const { candidates, notes } = await retrieverOf(name, dense)(sql, scopeId, query, filter, limit);
  return { name, ms: rounded(performance.now() - start), notes, candidates };
}

/** One that is not there finds nothing. */
function retrieverOf(name: RetrieverName, dense: Retriever | null | undefined): Retriever {
  return name === 'dense' ? (dense ?? NOTHING) : RETRIEVE[name];
}

const NOTHING: Retriever = () => Promise.resolve({ candidates: [], notes: { off: true } });
