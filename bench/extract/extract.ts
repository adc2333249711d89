import { createKafka } from '#messaging/kafka.js';
import { startKafka } from '../../test/harness/kafka.js';
import type { Closing } from '../closing.js';
import { startDatabases } from '../databases.js';
import { startProgram } from '../processes.js';
import { measureThroughput, type Engines, type Extracted } from './throughput.js';
import { measureEmbedded, measureFull, type Delays } from './visibility.js';

export interface ExtractOptions {
  readonly rounds: number;
  readonly perScope: number;
  readonly llmPerScope: number;
  readonly visibleSeconds: number;
}

/** One measured run. */
export interface Throughput extends Extracted {
  readonly extractors: number;
  readonly llm: boolean;
}

export interface ExtractResults {
  readonly options: ExtractOptions;
  readonly services: readonly string[];
  readonly rounds: readonly (readonly Throughput[])[];
  readonly visibleFull: Delays;
  readonly visibleEmbedded: Delays;
}

export const SCOPES = 48;
export const LLM_DELAY_MS = 5;
export const EXTRACTOR_COUNTS = [1, 2, 4];
const WARM_UP_PER_SCOPE = 5;

/**
 * Measures extraction with 1, 2 and 4 extractors in turns, without and with an LLM, and the time to a visible entity.
 */
export async function benchExtract(closing: Closing, options: ExtractOptions): Promise<ExtractResults> {
  const databases = await startDatabases(closing);
  const broker = await startKafka();
  closing.add(() => broker.stop());
  const kafka = createKafka({ brokers: broker.brokers, clientId: 'engraph-bench', log: () => undefined });
  const engines: Engines = { databases, kafka, brokers: broker.brokers };
  const { line: llmPort } = await startProgram(closing, 'extract/llm-stand-in.ts', { delayMs: LLM_DELAY_MS });
  const llmUrl = `http://127.0.0.1:${llmPort}/v1`;
  const rounds: Throughput[][] = [];
  for (let round = 0; round < options.rounds; round += 1)
    rounds.push(await runRound(closing, engines, options, llmUrl));
  const visibleFull = await measureFull(closing, engines, options.visibleSeconds);
  const visibleEmbedded = await measureEmbedded(closing, engines, options.visibleSeconds);
  const services = [databases.postgres.description, broker.description];
  return { options, services, rounds, visibleFull, visibleEmbedded };
}

async function runRound(
  closing: Closing,
  engines: Engines,
  { perScope, llmPerScope }: ExtractOptions,
  llmUrl: string,
): Promise<Throughput[]> {
  const runs: Throughput[] = [];
  for (const llm of [false, true]) {
    for (const extractors of EXTRACTOR_COUNTS) {
      const extracted = await measureThroughput(closing, engines, {
        extractors,
        scopes: SCOPES,
        perScope: llm ? llmPerScope : perScope,
        warmUpPerScope: WARM_UP_PER_SCOPE,
        llmUrl: llm ? llmUrl : null,
      });
      process.stderr.write(
        `${String(extractors)} extractors, LLM ${llm ? 'on' : 'off'}: ${extracted.perSecond.toFixed(0)}/s\n`,
      );
      runs.push({ extractors, llm, ...extracted });
    }
  }
  return runs;
}
