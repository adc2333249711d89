import type { Closing } from '../closing.js';
import { cpuSeconds, serverCpuSeconds } from '../cpu.js';
import type { Load } from '../http-load.js';
import { runProgram } from '../processes.js';
import type { PlainLoadOptions } from './plain-load.js';
import type { RecallLoadOptions } from './recall-load.js';

/** A load, and the CPU milliseconds of one search. */
export interface SearchLoad extends Load {
  /** Of the service's process; none where there is no service. */
  readonly serviceCpuMs: number;
  readonly postgresCpuMs: number;
}

export interface SearchSample {
  readonly what: 'recall' | 'plain';
  readonly alone: SearchLoad;
  readonly together: SearchLoad;
}

/** Where the questions of one scope go. */
export interface Searched {
  readonly port: number;
  readonly key: string;
  readonly url: string;
  readonly table: string;
  readonly questionsFile: string;
  readonly pids: { readonly service: number; readonly postmaster: number };
}

/** Connections that ask at the same time. */
export const CONNECTIONS = 8;

/** Alternates POST /v1/recall and the plain search, each with one connection and with several. */
export async function searchLoads(
  closing: Closing,
  searched: Searched,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<SearchSample[]> {
  const samples: SearchSample[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const what of ['recall', 'plain'] as const) {
      const alone = await load(closing, searched, what, 1, seconds);
      const together = await load(closing, searched, what, CONNECTIONS, seconds);
      samples.push({ what, alone, together });
      process.stderr.write(`${what}: ${alone.p50Ms.toFixed(1)} ms, ${together.perSecond.toFixed(0)}/s\n`);
    }
  return samples;
}

async function load(
  closing: Closing,
  { port, key, url, table, questionsFile, pids }: Searched,
  what: SearchSample['what'],
  connections: number,
  seconds: number,
): Promise<SearchLoad> {
  const before = { service: cpuSeconds(pids.service), postgres: serverCpuSeconds(pids.postmaster) };
  const common = { questionsFile, connections, seconds };
  const result = (await (what === 'recall'
    ? runProgram(closing, 'recall/recall-load.ts', { port, key, ...common } satisfies RecallLoadOptions)
    : runProgram(closing, 'recall/plain-load.ts', { url, table, ...common } satisfies PlainLoadOptions))) as Load;
  const ms = (seconds: number): number => (seconds * 1000) / result.completed;
  return {
    ...result,
    serviceCpuMs: what === 'recall' ? ms(cpuSeconds(pids.service) - before.service) : NaN,
    postgresCpuMs: ms(serverCpuSeconds(pids.postmaster) - before.postgres),
  };
}
