import type { Command } from 'commander';
import { asksLlm } from '#config/asks-llm.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { stagesOf } from '#extraction/stages.js';
import { reextract } from '#extraction-jobs/reextract/reextract.js';
import { parseInteger, parseTime } from './shared/parse-options.js';
import { print, withDatabase } from './shared/with-database.js';

interface ReextractOptions {
  readonly namespace: string;
  readonly agent: string;
  readonly since: Date | null;
  readonly onlyOlderVersions: boolean;
  readonly withLlm: boolean;
  readonly rate: number;
  readonly budget: number;
}

/** Minimum interval between progress lines. */
const PROGRESS_INTERVAL_MS = 10_000;

/** Adds `engraph reextract`. */
export function addReextractionCommand(program: Command): void {
  program
    .command('reextract')
    .description('extract old memories of a scope again with the current stages; continues an interrupted run')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .option('--since <time>', 'only memories stored since then, ISO 8601', parseTime, null)
    .option('--only-older-versions', 'only memories that the current versions have not read completely', false)
    .option('--with-llm', 'queue memories for the LLM again, by LLM_POLICY', false)
    .option('--rate <number>', 'maximum number of memories per second', parseInteger(1, 100_000), 50)
    .option('--budget <ms>', 'time budget of a stage per memory', parseInteger(1, 3_600_000), 30_000)
    .action(run);
}

async function run({ namespace, agent, since, onlyOlderVersions, withLlm, rate, budget }: ReextractOptions) {
  await withDatabase(async (dataSource, config, clock) => {
    if (withLlm && !asksLlm(config)) throw new Error('--with-llm needs LLM_BASE_URL, and a policy other than never');
    let reportedAt = performance.now();
    const progress = await reextract({
      pool: poolOf(dataSource),
      scopeId: scopeOf(namespace, agent).scopeId,
      stages: stagesOf(config.EXTRACTION_STAGES, config.CLASSIFIER_MODEL),
      llmPolicy: withLlm ? config.LLM_POLICY : 'never',
      ...{ since, olderVersionsOnly: onlyOlderVersions, rate, stageBudgetMs: budget },
      now: clock.now,
      onBegin: ({ resumed, read }) => {
        if (resumed) print({ resumed: true, read });
      },
      onProgress: ({ read, changed, failed }) => {
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = performance.now();
        print({ read, changed, failed });
      },
      onFailed: (memoryId, reason) => {
        print({ memory_id: memoryIdOfUuid(memoryId), kept_because: reason });
      },
    });
    const { read, changed, failed } = progress;
    print({ reextracted: true, read, changed, failed });
  });
}
