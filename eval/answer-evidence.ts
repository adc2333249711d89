import 'reflect-metadata';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { embeddingSettings } from '#config/embedding-settings.js';
import { loadConfig } from '#config/load-config.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { openDatabase } from '#database/database.js';
import { startEmbeddedPostgres } from '#database/embedded-postgres.js';
import { inScope } from '#database/in-scope.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import { answerabilityFeatures } from '#recall/answerability/answerability-features.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { retrieveCandidates } from '#recall/retrieve-candidates.js';
import type { CandidateSet } from '#recall/retrievers/candidate-set.js';
import { rankCandidates } from '#recall/fusion/rank-candidates.js';
import { RANKING } from '#recall/fusion/ranking-weights.js';
import { loadRecalledMemories } from '#recall/load-recalled-memories.js';
import { RETRIEVERS, type Retriever } from '#recall/retrievers/retriever.js';

/**
 * Writes the training data of fit-answer-chance.py from chats that `eval:recall --chat DIR --keep KEEP` stored, or from
 * scopes that it stored with `--scopes`: features of the first hits of each question, with and without the turns that
 * answer it.
 */
const program = new Command('answer-evidence')
  .option('--chat <dir>', 'annotated conversations')
  .option('--scopes <dir>', 'scopes of messages with questions')
  .requiredOption('--keep <dir>', 'folder in which their turns stay stored')
  .requiredOption('--out <file>', 'what is written')
  .action(run);

interface Options {
  readonly chat?: string;
  readonly scopes?: string;
  readonly keep: string;
  readonly out: string;
}

/** A chat or a scope, as far as it is asked about. */
interface Asked {
  readonly id: string;
  readonly genre: string;
  readonly questions: readonly { readonly q: string; readonly evidence: readonly (number | string)[] }[];
}

const READ = 5;
const CACHE_BYTES = 1 << 28;

async function run({ chat, scopes, keep, out }: Options): Promise<void> {
  const folder = chat ?? scopes ?? program.error('give one of --chat and --scopes');
  const postgres = await startEmbeddedPostgres({ dataDir: keep, log: () => undefined });
  const limits = { poolSize: 8, connectTimeoutMs: 10_000, statementTimeoutMs: 0, entities: [] };
  const database = await openDatabase({ url: postgres.url, ...limits });
  try {
    const embedder = createEmbedder(embeddingSettings(loadConfig({ DATA_DIR: keep })));
    if (embedder === null) throw new Error('vectors are off');
    const dense = denseRetriever(embedder, new VectorCache(CACHE_BYTES));
    const written: object[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
      const read = asked(JSON.parse(await readFile(join(folder, name), 'utf8')) as Chat | Scope);
      const scopeId = await scopeOf(database.system, read.id);
      written.push(...(await evidencesOf(database.service, scopeId, read, { keep, dense })));
    }
    await writeFile(out, JSON.stringify(written));
  } finally {
    await database.close();
    await postgres.stop();
  }
}

interface Chat {
  readonly id: string;
  readonly questions: readonly { readonly q: string; readonly evidence: readonly number[] }[];
}

interface Scope {
  readonly scope: string;
  readonly genre?: string;
  readonly questions: readonly { readonly q: string; readonly gold: readonly string[] }[];
}

function asked(read: Chat | Scope): Asked {
  if (!('scope' in read)) return { ...read, genre: 'conversation' };
  const questions = read.questions.map(({ q, gold }) => ({ q, evidence: gold }));
  return { id: read.scope, genre: read.genre ?? 'unknown', questions };
}

async function scopeOf(pool: Pool, agent: string): Promise<string> {
  const { rows } = await pool.query<{ scope_id: string }>('SELECT scope_id FROM scopes WHERE agent = $1', [agent]);
  return rows[0]?.scope_id ?? '';
}

async function evidencesOf(
  pool: Pool,
  scopeId: string,
  { id, genre, questions }: Asked,
  { keep, dense }: { readonly keep: string; readonly dense: Retriever },
): Promise<object[]> {
  const sql = inScope(pool, scopeId);
  const turns = JSON.parse(await readFile(join(keep, `${id}.turns.json`), 'utf8')) as [string, number | string][];
  const memoryOf = new Map(turns.map(([memoryId, turn]) => [turn, uuidOfMemoryId(memoryId) ?? '']));
  const written: object[] = [];
  for (const { q: text, evidence } of questions) {
    const all = await retrieveCandidates(sql, scopeId, {
      ...{ text, maxResults: READ, filter: {}, retrievers: RETRIEVERS, dense },
    });
    const answering = new Set(evidence.map((turn) => memoryOf.get(turn) ?? ''));
    const kinds: [string, CandidateSet][] = evidence.length === 0 ? [['unanswerable', all]] : [['answerable', all]];
    if (evidence.length > 0) kinds.push(['removed', without(all, answering)]);
    for (const [kind, gathered] of kinds) {
      const ranked = rankCandidates(gathered, true, RANKING);
      const heads = ranked.slice(0, READ).map(({ memoryId }) => memoryId);
      const { fields: said } = await loadRecalledMemories(sql, scopeId, heads);
      written.push({ id, genre, kind, q: text, evidence: answerabilityFeatures(gathered, ranked, said) });
    }
  }
  return written;
}

/** The candidate set without these memories. */
function without(gathered: CandidateSet, memoryIds: ReadonlySet<string>): CandidateSet {
  const isAssertedElsewhere = (claim: AdjacentClaim): boolean => claim.memoryIds.some((id) => !memoryIds.has(id));
  return {
    ...gathered,
    runs: gathered.runs.map((run) => ({
      ...run,
      candidates: run.candidates.filter((candidate) => !memoryIds.has(candidate.memoryId)),
      claims: (run.claims ?? []).filter(isAssertedElsewhere),
      candidateClaims: (run.candidateClaims ?? []).filter(isAssertedElsewhere),
    })),
    contexts: new Map([...gathered.contexts].filter(([memoryId]) => !memoryIds.has(memoryId))),
    maxSimScores: new Map([...gathered.maxSimScores].filter(([memoryId]) => !memoryIds.has(memoryId))),
  };
}

await program.parseAsync();
