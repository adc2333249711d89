import { createKafka } from '#messaging/kafka.js';
import { startKafka } from '../../test/harness/kafka.js';
import type { Closing } from '../closing.js';
import { startDatabases } from '../databases.js';
import { measureThroughput, type Engines, type Extracted } from '../extract/throughput.js';

export interface ScopesOptions {
  readonly rounds: number;
  /** Small scopes; the large scope for comparison has as many memories as all of them. */
  readonly scopes: number;
}

export interface ScopesResults {
  readonly options: ScopesOptions;
  readonly services: readonly string[];
  readonly rounds: readonly { readonly one: Extracted; readonly many: Extracted }[];
}

export const PER_SMALL_SCOPE = 3;
/** The large scope is measured only this far, which is enough for its rate. */
export const MAX_IN_ONE = 6_000;
const WARM_UP = 500;

/** Extracts many small scopes and one large one by turns, with one extractor. */
export async function benchScopes(closing: Closing, options: ScopesOptions): Promise<ScopesResults> {
  const databases = await startDatabases(closing);
  const broker = await startKafka();
  closing.add(() => broker.stop());
  const kafka = createKafka({ brokers: broker.brokers, clientId: 'engraph-bench', log: () => undefined });
  const engines: Engines = { databases, kafka, brokers: broker.brokers };
  const common = { extractors: 1, llmUrl: null };
  const inOne = Math.min(MAX_IN_ONE, options.scopes * PER_SMALL_SCOPE);
  const rounds: { one: Extracted; many: Extracted }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const one = await measureThroughput(closing, engines, {
      ...{ ...common, scopes: 1, perScope: inOne, warmUpPerScope: WARM_UP },
    });
    const many = await measureThroughput(closing, engines, {
      ...{ ...common, scopes: options.scopes, perScope: PER_SMALL_SCOPE, warmUpPerScope: 0, warmUpOfFirst: WARM_UP },
    });
    process.stderr.write(`one: ${JSON.stringify(one)}\nmany: ${JSON.stringify(many)}\n`);
    rounds.push({ one, many });
  }
  return { options, services: [databases.postgres.description, broker.description], rounds };
}
