import { query } from '../../test/harness/postgres.js';
import type { Closing } from '../closing.js';
import { cpuSeconds, postmasterOf, serverCpuSeconds } from '../cpu.js';
import { startDatabases, type Databases } from '../databases.js';
import type { Load } from '../http-load.js';
import { figure } from '../report.js';
import { findPgbench } from './pgbench.js';
import { apiVariant, pgbenchVariant, roundTripVariant, type Running, type Variant } from './variants.js';

export interface EncodeOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** One measured run of one variant. CPU is in seconds per 1,000 memories. */
export interface Sample extends Load {
  readonly variant: string;
  readonly processCpu: number | null;
  readonly postgresCpu: number;
  readonly clientCpu: number | null;
}

export interface EncodeResults {
  readonly options: EncodeOptions;
  readonly services: readonly string[];
  /** Short runs of the comparisons at several client counts; the two best of each take part in the rounds. */
  readonly sweep: readonly Sample[];
  readonly rounds: readonly (readonly Sample[])[];
}

export const API_OFF = 'POST /v1/memories, extraction off';
/** Memories of a batch, and the connections that send batches. */
const BATCH = { memories: 1_000, connections: 4 };
export const BATCH_OFF = `POST /v1/memories/batch of ${figure(BATCH.memories)}, extraction off`;
const CLIENT_COUNTS = [1, 4, 16, 32, 64];
const SWEEP_SECONDS = 3;
const WARM_UP_SECONDS = 2;
const CONTENDERS = 2;

/** Measures POST /v1/memories beside pgbench and beside plain transactions, in turns on one Postgres. */
export async function benchEncode(closing: Closing, options: EncodeOptions): Promise<EncodeResults> {
  const pgbench = await findPgbench();
  const databases = await startDatabases(closing);
  const sweep: Sample[] = [];
  const contenders: Variant[] = [];
  for (const family of [(n: number) => pgbenchVariant(pgbench.program, n), roundTripVariant]) {
    const samples: Sample[] = [];
    for (const clients of CLIENT_COUNTS)
      samples.push(await measure(closing, databases, family(clients), { warmUp: 1, seconds: SWEEP_SECONDS }));
    const best = samples.toSorted((a, b) => b.perSecond - a.perSecond).slice(0, CONTENDERS);
    contenders.push(...best.map(({ clients }) => family(clients)));
    sweep.push(...samples);
  }
  const variants = [
    apiVariant('off', options.connections),
    apiVariant('off', 1),
    apiVariant('off', BATCH.connections, BATCH.memories),
    ...contenders,
    apiVariant('on', options.connections),
  ];
  const rounds: Sample[][] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const samples: Sample[] = [];
    for (const variant of variants)
      samples.push(await measure(closing, databases, variant, { warmUp: WARM_UP_SECONDS, seconds: options.seconds }));
    rounds.push(samples);
  }
  return { options, services: [databases.postgres.description, pgbench.version], sweep, rounds };
}

/** Runs a variant in a database of its own, and checks that what it acknowledged is there. */
async function measure(
  closing: Closing,
  databases: Databases,
  variant: Variant,
  { warmUp, seconds }: { readonly warmUp: number; readonly seconds: number },
): Promise<Sample> {
  const url = await databases.create();
  const postmaster = await postmasterOf(url);
  const running = await variant.start(closing, url);
  const warm = await running.load(warmUp);
  const used = (): number[] => [serverCpuSeconds(postmaster), running.pid === undefined ? 0 : cpuSeconds(running.pid)];
  const [serverBefore = 0, processBefore = 0] = used();
  const load = await running.load(seconds);
  const [serverAfter = 0, processAfter = 0] = used();
  await stopAndCheck(running, url, warm.completed + load.completed);
  await databases.drop(url);
  const per1000 = (cpu: number): number => (cpu / load.completed) * 1000;
  const sample: Sample = {
    ...load,
    variant: variant.name,
    processCpu: running.pid === undefined ? null : per1000(processAfter - processBefore),
    postgresCpu: per1000(serverAfter - serverBefore),
    clientCpu: load.cpuSeconds === undefined ? null : per1000(load.cpuSeconds),
  };
  process.stderr.write(`${variant.name}, ${String(variant.clients)} clients: ${load.perSecond.toFixed(0)}/s\n`);
  return sample;
}

/** Every acknowledged memory has its row, its event and its ledger entry; nothing else has. */
async function stopAndCheck(running: Running, url: string, acknowledged: number): Promise<void> {
  const [found] = await query(
    url,
    `SELECT (SELECT count(*) FROM memories) AS memories, (SELECT count(*) FROM request_ledger) AS ledger,
            (SELECT count(*) FROM memory_extractions) AS extractions,
            (SELECT count(*) FROM events WHERE type = 'MemoryEncoded') AS events`,
  );
  await running.stop();
  const wrong = Object.entries(found ?? { memories: 0 }).filter(([, rows]) => Number(rows) !== acknowledged);
  if (wrong.length > 0)
    throw new Error(
      `${String(acknowledged)} writes were acknowledged, but there are ` +
        wrong.map(([table, rows]) => `${String(rows)} rows of ${table}`).join(', '),
    );
}
