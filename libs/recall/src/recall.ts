import type { Sql } from '#database/sql.js';
import { answerKindOf, type AnswerKind } from './answer-kind.js';
import { entityGraphRetriever } from './entity-graph/entity-graph-retriever.js';
import { fuse, type Fused } from './fusion.js';
import { lexicalRetriever } from './lexical/lexical-retriever.js';
import { liftScores, type Asked, type Lifted } from './lifts.js';
import { RANKING } from './ranking.js';
import { readAsked } from './read-asked.js';
import { readQuery } from './read-query.js';
import { loadRecalled, type MemoryFields } from './recalled-memories.js';
import type { RecallFilter, RecallQuery, Retriever, RetrieverName } from './retriever.js';
import { supportOf } from './support.js';
import { placesOf, type Place } from './surroundings.js';
import { recencyRetriever } from './time/recency-retriever.js';
import { timeRetriever } from './time/time-retriever.js';
import { rounded, traceOf, type RecallTrace, type Run } from './trace.js';

export interface RecallRequest {
  readonly text: string;
  readonly maxResults: number;
  readonly filter: RecallFilter;
  readonly retrievers: readonly RetrieverName[];
  /** Finds by meaning; null or absent where no model is configured. */
  readonly dense?: Retriever | null;
  /** 0..1: memories of less confidence are left out. */
  readonly minConfidence?: number;
  /** Whether the turns next to a match may stand in the answer; true unless given. */
  readonly neighbours?: boolean;
}

/** A memory of an answer, best first. */
export interface RecalledMemory extends MemoryFields {
  /** 0..1: its place in the ranking, as a figure. */
  readonly similarity_score: number;
  /** 0..1: how much of what is asked for the memory supports. */
  readonly confidence: number;
  readonly retrievers: readonly RetrieverName[];
}

export interface Recall {
  readonly answer_kind: AnswerKind;
  readonly memories: readonly RecalledMemory[];
  readonly trace: RecallTrace;
}

/** Candidates of each retriever; the first of them are lifted by where they stand. */
const MIN_CANDIDATES = 100;
const MAX_LIFTED = 100;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: entityGraphRetriever,
  time: timeRetriever,
  recency: recencyRetriever,
};

/** Finds the memories of a scope that answer a question. Reads only. */
export async function recall(sql: Sql, scopeId: string, request: RecallRequest): Promise<Recall> {
  const began = performance.now();
  const query = await readQuery(sql, scopeId, request.text);
  const found = await Promise.all(
    request.retrievers.map((name) => retrieve(sql, scopeId, query, { ...request, name })),
  );
  const heads = [...new Set(found.flatMap((run) => run.candidates.slice(0, MAX_LIFTED).map((c) => c.memoryId)))];
  const places = await placesOf(sql, scopeId, heads, request.filter);
  const asked = readAsked(query);
  const runs = found.map((run) => ({ ...run, lifted: lift(run, places, asked, request.neighbours ?? true) }));
  const fused = fuse(new Map(runs.map(({ name, lifted }) => [name, lifted])), RANKING, ownSupports(runs));
  const supports = supportOf(runs, places);
  const supported = fused.filter(({ memoryId }) => (supports.get(memoryId) ?? 0) >= (request.minConfidence ?? 0));
  const kept = supported.slice(0, request.maxResults);
  const fields = await loadRecalled(
    sql,
    scopeId,
    kept.map((memory) => memory.memoryId),
  );
  const memories = kept.flatMap((memory) =>
    recalledMemory(memory, supports.get(memory.memoryId) ?? 0, fields.get(memory.memoryId)),
  );
  return {
    answer_kind: answerKindOf(memories.map((memory) => memory.confidence)),
    memories,
    trace: traceOf({
      ...{
        query,
        runs,
        fused: supported,
        unsure: fused.length - supported.length,
        kept: kept.length,
        answered: memories.length,
      },
      ms: performance.now() - began,
    }),
  };
}

async function retrieve(
  sql: Sql,
  scopeId: string,
  query: RecallQuery,
  { name, filter, maxResults, dense }: RecallRequest & { readonly name: RetrieverName },
): Promise<Omit<Run, 'lifted'>> {
  const start = performance.now();
  const limit = Math.max(MIN_CANDIDATES, maxResults);
  const { candidates, notes } = await retrieverOf(name, dense)(sql, scopeId, query, filter, limit);
  return { name, ms: rounded(performance.now() - start), notes, candidates };
}

function ownSupports(runs: readonly Run[]): (retriever: RetrieverName, memoryId: string) => number {
  const supports = new Map(runs.map((run) => [run.name, new Map(run.candidates.map((c) => [c.memoryId, c.support]))]));
  return (retriever, memoryId) => Math.min(1, supports.get(retriever)?.get(memoryId) ?? 0);
}

/** One that is not there finds nothing. */
function retrieverOf(name: RetrieverName, dense: Retriever | null | undefined): Retriever {
  return name === 'dense' ? (dense ?? NOTHING) : RETRIEVE[name];
}

const NOTHING: Retriever = () => Promise.resolve({ candidates: [], notes: { off: true } });

/** Scores are lifted as shares of the best one's; cosines by how far they are above the last one's. */
function lift(
  { name, candidates }: Omit<Run, 'lifted'>,
  places: ReadonlyMap<string, Place>,
  asked: Asked,
  neighbours: boolean,
): Lifted[] {
  const { near, aboveLast } = RANKING.retrievers[name];
  const all = candidates.map(({ score }) => score);
  const last = aboveLast && all.length > 1 ? Math.min(...all) : 0;
  const range = Math.max(...all) - last || 1;
  const scores = new Map(candidates.map(({ memoryId, score }) => [memoryId, (score - last) / range]));
  const none = { ...(near ? {} : { session: 0 }), ...(near && neighbours ? {} : { before: 0, after: 0 }) };
  return liftScores(scores, places, asked, { ...RANKING.lifts, ...none });
}

/** Nothing where the memory was forgotten between the statements. */
function recalledMemory(fused: Fused, support: number, fields: MemoryFields | undefined): RecalledMemory[] {
  if (!fields) return [];
  return [
    {
      ...fields,
      similarity_score: rounded(fused.score),
      confidence: rounded(Math.min(1, support)),
      retrievers: fused.found.map((by) => by.retriever),
    },
  ];
}
