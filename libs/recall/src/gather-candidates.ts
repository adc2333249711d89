import type { Sql } from '#database/sql.js';
import { entityGraphRetriever } from './entity-graph/entity-graph-retriever.js';
import { fuse } from './fusion.js';
import { compareWords } from './late-interaction/compare-words.js';
import type { WordNearness } from './late-interaction/word-nearness.js';
import { lexicalRetriever } from './lexical/lexical-retriever.js';
import { RANKING } from './ranking.js';
import { readQuery } from './read-query.js';
import type { RecallFilter } from './recall-filter.js';
import type { AskedQuery, Found, RecallQuery, Retriever, RetrieverName } from './retriever.js';
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
  /** When it is asked, in milliseconds since 1970: what "last week" counts from. Absent: by the machine's clock. */
  readonly nowMs?: number;
}

/** All that a ranking is made from. */
export interface Gathered {
  readonly query: RecallQuery;
  readonly found: readonly Found[];
  /** Of the first candidates of each retriever, and of the turns next to them. */
  readonly places: ReadonlyMap<string, Place>;
  /** Of those that are nearest by words and meaning; of none where the model does not tell words apart. */
  readonly words: ReadonlyMap<string, WordNearness>;
}

/** Candidates of each retriever; the first of them are lifted by where they stand. */
const MIN_CANDIDATES = 100;
/** Half as many found two in a hundred fewer answers among the first five, on conversations of our own. */
const MAX_LIFTED = 100;
/** Of those that are nearest by words and meaning together so many are compared word by word, with the turns around them. */
const COMPARED = 50;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: entityGraphRetriever,
  time: timeRetriever,
  recency: recencyRetriever,
};

/** Asks the retrievers, and reads where stands what they found, of those that find by nearness while others still look. */
export async function gatherCandidates(sql: Sql, scopeId: string, search: Search): Promise<Gathered> {
  const last = search.held?.last(scopeId) ?? null;
  const asked = readQuery(sql, scopeId, search.text, indexOf(sql, scopeId, search), last, search.nowMs);
  const placesAt = async (memoryIds: readonly string[], neighbours: boolean): Promise<ReadonlyMap<string, Place>> => {
    const [index, { when }] = await Promise.all([asked.index, asked.time]);
    return index.places(memoryIds, { filter: search.filter, when, neighbours });
  };
  const runs = search.retrievers.map((name) => ({ name, run: retrieve(sql, scopeId, asked, { ...search, name }) }));
  const near = Promise.all(runs.filter(({ name }) => RANKING.retrievers[name].near).map(({ run }) => run)).then(
    async (byNearness) => {
      const heads = headsOf(byNearness);
      const [places, words] = await Promise.all([
        // The turns next to a memory gain only where words or meaning found it.
        placesAt(heads, true),
        asked.index.then((index) => wordsOf(sql, scopeId, index, byNearness)),
      ]);
      return { heads, places, words };
    },
  );
  const [weights, time, { heads, places, words }, ...found] = await Promise.all([
    ...([asked.weights, asked.time, near] as const),
    ...runs.map(({ run }) => run),
  ]);
  const known = new Set(heads);
  const others = await placesAt(
    headsOf(found).filter((id) => !known.has(id)),
    false,
  );
  const query = { text: asked.text, terms: asked.terms, weights, time };
  return { query, found, places: new Map([...places, ...others]), words };
}

/** Compares the nearest word by word. */
async function wordsOf(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  byNearness: readonly Found[],
): Promise<ReadonlyMap<string, WordNearness>> {
  const pieces = byNearness.find((run) => run.pieces)?.pieces;
  if (!pieces) return new Map();
  const nearest = [...fuse(byNearness, RANKING)].sort(([, a], [, b]) => b.near - a.near).slice(0, COMPARED);
  return compareWords(
    sql,
    scopeId,
    index,
    pieces,
    nearest.map(([memoryId]) => memoryId),
  );
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
