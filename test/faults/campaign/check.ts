import type { Pool } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { until } from '../../harness/until.js';
import type { KnownMemory, KnownScope, Model } from './model.js';

const EXTRACTION_LIMIT_MS = 180_000;

interface Row {
  readonly id: string;
  readonly agent: string;
  readonly text: string | null;
  readonly state: 'active' | 'forgotten';
  readonly erased: boolean;
  readonly extraction: string;
  readonly encoded: number;
  /** MemoryExtracted of the latest reading, and the most of any. */
  readonly extracted: number;
  readonly most: number;
  readonly version: number;
  readonly mentions: number;
}

/** Waits until nothing is pending. */
export async function untilExtracted(pool: Pool, model: Model): Promise<void> {
  const pending = async (): Promise<number> => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM memory_extractions WHERE state = 'pending' AND sweep_at < 'infinity')::int
            + (SELECT count(*) FROM llm_jobs)::int AS left`,
    );
    return rows[0]?.left ?? 0;
  };
  await until(async () => (await pending()) === 0, EXTRACTION_LIMIT_MS, 'the end of extraction').catch(async () => {
    model.finding('extraction stands still', `${String(await pending())} wait`);
  });
}

/** Compares the state with the acknowledgements, memory by memory; returns the number compared. */
export async function checkMemories(pool: Pool, model: Model): Promise<number> {
  const rows = await readRows(pool);
  const byId = new Map(rows.map((row) => [memoryIdOfUuid(row.id), row]));
  const copies = new Map<string, number>();
  for (const { text } of rows) if (text !== null) copies.set(text, (copies.get(text) ?? 0) + 1);
  const copiesOf = (text: string): number => copies.get(text) ?? 0;
  let looked = 0;
  for (const scope of model.open)
    for (const memory of scope.memories) {
      looked += 1;
      if (!memory.busy) checkOne(memory, byId.get(memory.id), copiesOf, model);
    }
  for (const text of model.unanswered)
    if (copiesOf(text) > 1) model.finding('doubled', `sent once, there ${String(copiesOf(text))} times: ${text}`);
  return looked;
}

function checkOne(memory: KnownMemory, row: Row | undefined, copiesOf: (text: string) => number, model: Model): void {
  if (!row) {
    model.finding('lost', nameOf(memory));
    return;
  }
  checkStored(memory, row, copiesOf, model);
  checkExtracted(memory, row, model);
  if (memory.state === 'active') {
    if (row.mentions === 0 && row.extraction === 'done') model.finding('not in the graph', nameOf(memory));
  } else if (row.mentions > 0) model.finding('forgotten, and in the graph', nameOf(memory));
}

function nameOf({ requestId, id, state }: KnownMemory): string {
  return `${requestId || 'a write without id'} (${id}, ${state})`;
}

function checkStored(memory: KnownMemory, row: Row, copiesOf: (text: string) => number, model: Model): void {
  const who = nameOf(memory);
  const copies = copiesOf(memory.text);
  const state = row.erased ? 'erased' : row.state === 'forgotten' ? 'forgotten' : 'active';
  if (state !== memory.state) model.finding('another state', `${who} is ${state}`);
  const texts = memory.state === 'erased' ? 0 : 1;
  if (copies !== texts)
    model.finding(copies > texts ? 'doubled' : 'lost text', `${who} is there ${String(copies)} times`);
  if (memory.state !== 'erased' && row.text !== memory.text) model.finding('another text', who);
  if (memory.formerTexts.some((text) => copiesOf(text) > 0)) model.finding('a text from before', who);
  if (row.version !== memory.revision)
    model.finding('another version', `${who}: ${String(row.version)}, not ${String(memory.revision)}`);
  if (row.encoded !== 1) model.finding('doubled event', `${who}: ${String(row.encoded)} MemoryEncoded`);
}

/** A memory forgotten before its extraction is never extracted. */
function checkExtracted(memory: KnownMemory, { extracted, most, extraction }: Row, model: Model): void {
  const who = nameOf(memory);
  if (most > 1) model.finding('extracted twice', `${who}: ${String(most)} MemoryExtracted of a reading`);
  if (extraction === 'failed') model.finding('parked', who);
  else if (memory.state === 'active' && extracted !== 1) model.finding('not extracted', `${who}: ${extraction}`);
}

async function readRows(pool: Pool): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT m.memory_id AS id, agent, text, m.state, erased, version, x.state AS extraction, read.extracted, read.most,
            (SELECT count(*)::int FROM events AS e WHERE e.scope_id = m.scope_id AND stream_id = m.memory_id AND type = 'MemoryEncoded') AS encoded,
            (SELECT count(*)::int FROM mentions AS n WHERE n.scope_id = m.scope_id AND n.memory_id = m.memory_id) AS mentions
     FROM memories AS m JOIN memory_extractions AS x USING (scope_id, memory_id) JOIN scopes USING (scope_id)
     CROSS JOIN LATERAL (
       SELECT coalesce(max(times) FILTER (WHERE number = m.reading), 0) AS extracted, coalesce(max(times), 0) AS most
       FROM (
         SELECT coalesce((e.data->>'reading')::int, 1) AS number, count(*)::int AS times FROM events AS e
         WHERE e.scope_id = m.scope_id AND stream_id = m.memory_id AND type = 'MemoryExtracted'
           AND e.data->'stages'->0->>'stage' IS DISTINCT FROM 'llm' AND e.data->'generation' IS NULL
         GROUP BY number) AS readings
     ) AS read`,
  );
  return rows;
}

/** A link between two active memories exists exactly once. */
export async function checkLinks(pool: Pool, model: Model): Promise<void> {
  const { rows } = await pool.query<{ source: string; target: string }>(
    `SELECT source, target FROM memory_links WHERE kind = 'supports'`,
  );
  const there = new Set(rows.map(({ source, target }) => `${memoryIdOfUuid(source)} ${memoryIdOfUuid(target)}`));
  for (const { scope, source, target } of model.links) {
    if (scope.erasing || source.busy || target.busy) continue;
    const wanted = source.state === 'active' && target.state === 'active';
    const found = there.has(`${source.id} ${target.id}`);
    if (wanted !== found)
      model.finding(
        wanted ? 'lost link' : 'link of what was forgotten',
        `${source.id} (${source.state}) to ${target.id} (${target.state})`,
      );
  }
}

/** An erased scope leaves only what docs/erasure.md lists. */
export async function checkErased(pool: Pool, scope: KnownScope, model: Model): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'scope_id'
       AND table_name NOT IN ('scopes', 'erased_scopes', 'api_keys', 'audit_events', 'erasures')`,
  );
  for (const { name } of tables) {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM public.${name} WHERE scope_id = (SELECT scope_id FROM scopes WHERE agent = $1)
         ${name === 'events' ? `AND type <> 'ScopeErased'` : ''}`,
      [scope.agent],
    );
    if ((rows[0]?.left ?? 0) > 0) model.finding('left of an erased scope', `${String(rows[0]?.left)} rows of ${name}`);
  }
}
