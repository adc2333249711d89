import type { Observations } from '#contracts/observations.js';
import { monotonicClock } from '#extraction/pipeline/budget.js';
import { runPipeline } from '#extraction/pipeline.js';
import type { ExtractionInput, Stage } from '#extraction/pipeline/stage.js';
import { stagesOf, type ClassifierModel } from '#extraction/stages.js';
import { chatText } from '../chat-texts.js';
import { compromiseNames } from '../compromise-names.js';
import { programArgument } from '../processes.js';

/** What a separate process runs over the texts. */
export interface StageRun {
  readonly what: ClassifierModel | 'compromise';
  readonly memories: number;
}

/** CPU seconds of the process with all threads, and its memory at the end. */
export interface StageTimes {
  readonly seconds: number;
  /** Of each stage by its name; what lies between them is shared out. */
  readonly stages: Readonly<Record<string, number>>;
  readonly residentMiB: number;
}

/** Warm-up texts, for the compiler and the caches. */
const WARM_UP = 1_500;
/** Budgets must not end a stage here. */
const BUDGET_MS = 60_000;

/** Runs the stages, or compromise, over texts that no one else knows; prints StageTimes. */
const { what, memories } = programArgument() as StageRun;
const stages = what === 'compromise' ? [] : stagesOf(['pattern', 'classifier'], what);
for (let n = 0; n < WARM_UP; n += 1) await read(n, stages);
const startedAt = cpuSeconds();
for (let n = 0; n < memories; n += 1) await read(WARM_UP + n, stages);
const seconds = cpuSeconds() - startedAt;
// Timing each stage has a cost, so stages are measured in a separate pass.
const spent: Record<string, number> = {};
const timedStages = stages.map(timed);
for (let n = 0; n < memories && stages.length > 0; n += 1) await read(WARM_UP + memories + n, timedStages);
const all = Object.values(spent).reduce((sum, each) => sum + each, 0);
const shares = Object.entries(spent).map(([name, each]) => [name, (each / all) * seconds] as const);
const residentMiB = process.memoryUsage.rss() / 2 ** 20;
process.stdout.write(JSON.stringify({ seconds, stages: Object.fromEntries(shares), residentMiB } satisfies StageTimes));

/** Reads a text, as the turn of a session that the texts before it are turns of too. */
async function read(n: number, chosen: readonly Stage[]): Promise<void> {
  if (what === 'compromise') return void compromiseNames(chatText(n));
  const before = [n - 3, n - 2, n - 1].filter((k) => k >= 0).map((k) => ({ ...turn(k), memoryId: String(k) }));
  await runPipeline(chosen, { ...turn(n), before }, monotonicClock, BUDGET_MS);
}

function turn(n: number): ExtractionInput {
  return { text: chatText(n), speaker: 'Maya', role: 'user', eventAtUnixNanos: 1_700_000_000_000_000_000n };
}

function timed(stage: Stage): Stage {
  return {
    name: stage.name,
    version: stage.version,
    run: async (input, found: Observations, budget) => {
      const from = cpuSeconds();
      const outcome = await stage.run(input, found, budget);
      spent[stage.name] = (spent[stage.name] ?? 0) + cpuSeconds() - from;
      return outcome;
    },
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
