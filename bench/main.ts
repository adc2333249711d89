import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { withClosing, type Closing } from './closing.js';
import { encodeReport } from './encode/encode-report.js';
import { benchEncode } from './encode/encode.js';
import { extractReport } from './extract/extract-report.js';
import { benchExtract } from './extract/extract.js';
import { fairnessReport } from './fairness/fairness-report.js';
import { benchFairness } from './fairness/fairness.js';
import { filterReport } from './filter/filter-report.js';
import { benchFilter } from './filter/filter.js';
import { growthReport } from './growth/growth-report.js';
import { benchGrowth } from './growth/growth.js';
import { httpReport } from './http/http-report.js';
import { benchHttp } from './http/http.js';
import { isolationReport } from './isolation/isolation-report.js';
import { benchIsolation } from './isolation/isolation.js';
import { pipelineReport } from './pipeline/pipeline-report.js';
import { benchPipeline } from './pipeline/pipeline.js';
import { recallReport } from './recall/recall-report.js';
import { benchRecall, type RecallOptions } from './recall/recall.js';
import { writeSection } from './report.js';
import { scopesReport } from './scopes/scopes-report.js';
import { benchScopes } from './scopes/scopes.js';
import { studioReport } from './studio/studio-report.js';
import { benchStudio } from './studio/studio.js';
import { switchReport } from './switch/switch-report.js';
import { benchSwitch } from './switch/switch.js';
import { transferReport } from './transfer/transfer-report.js';
import { benchTransfer } from './transfer/transfer.js';

interface Output {
  readonly write: boolean;
  readonly json?: string;
}

const LIMIT_MS = 30 * 60_000;
/** Memories of the scope that is measured where it is asked for. */
const LARGE = 1_000_000;

const program = new Command('bench').description('Measures Engraph on engines of its own; see docs/benchmarks.md.');

const command = (name: string, about: string): Command =>
  program
    .command(name)
    .description(about)
    .option('--write', 'put the result into docs/benchmarks.md', false)
    .option('--json <file>', 'keep every measured run there');

command('encode', 'memories stored per second, beside pgbench and plain transactions')
  .option('--rounds <n>', 'turns of all variants', count, 3)
  .option('--seconds <n>', 'of one measured run', count, 8)
  .option('--connections <n>', 'of the HTTP load', count, 64)
  .action((options: Output & { rounds: number; seconds: number; connections: number }) =>
    bench('encode', options, (closing) => benchEncode(closing, options), encodeReport),
  );

command('extract', 'memories per second from topic to graph, and the time until an entity is visible')
  .option('--rounds <n>', 'turns of all variants', count, 2)
  .option('--per-scope <n>', 'memories of each scope without the LLM', count, 50)
  .option('--llm-per-scope <n>', 'memories of each scope with the LLM', count, 20)
  .option('--visible-seconds <n>', 'of the light load', count, 20)
  .action((options: Output & { rounds: number; perScope: number; llmPerScope: number; visibleSeconds: number }) =>
    bench('extract', options, (closing) => benchExtract(closing, options), extractReport),
  );

command('scopes', 'extraction of many small scopes beside that of one, and the memory that it takes')
  .option('--rounds <n>', 'turns of both', count, 1)
  .option('--scopes <n>', 'scopes of three memories each', count, 20_000)
  .action((options: Output & { rounds: number; scopes: number }) =>
    bench('scopes', options, (closing) => benchScopes(closing, options), scopesReport),
  );

command('switch', 'for how long a switch to a rebuilt graph keeps readers and writers waiting')
  .option('--scopes <n,…>', 'scopes of three memories each', counts, [1_000, 20_000])
  .action((options: Output & { scopes: number[] }) =>
    bench('switch', options, (closing) => benchSwitch(closing, options), switchReport),
  );

command('pipeline', 'memories per second and core that the stages read, beside compromise')
  .option('--rounds <n>', 'turns of all variants', count, 5)
  .option('--memories <n>', 'of one measured run', count, 1_000)
  .action((options: Output & { rounds: number; memories: number }) =>
    bench('pipeline', options, (closing) => benchPipeline(closing, options), pipelineReport),
  );

command('isolation', "what row-level security costs: the same calls by the owner's role and the service's")
  .option('--rounds <n>', 'pairs of calls', count, 200)
  .action((options: Output & { rounds: number }) =>
    bench('isolation', options, (closing) => benchIsolation(closing, options), isolationReport),
  );

command('growth', 'what one more memory costs where a hub is named ever more often')
  .option('--rounds <n>', 'memories of each kind', count, 25)
  .option('--sizes <n,…>', 'mentions of the hub', counts, [1_000, 10_000, 100_000])
  .action((options: Output & { rounds: number; sizes: number[] }) =>
    bench('growth', options, (closing) => benchGrowth(closing, options), growthReport),
  );

command('http', 'read routes in a large graph, beside a bare route that answers with the same bytes')
  .option('--rounds <n>', 'turns of all routes', count, 3)
  .option('--seconds <n>', 'of one measured run', count, 4)
  .option('--entities <n>', 'of the graph, and as many relations', count, 1_000_000)
  .option('--calls <n>', 'of each traversal and page by itself', count, 100)
  .action((options: Output & { rounds: number; seconds: number; entities: number; calls: number }) =>
    bench('http', options, (closing) => benchHttp(closing, options), httpReport),
  );

command('recall', "POST /v1/recall in scopes of several sizes, beside Postgres' own text search")
  .option('--rounds <n>', 'turns of both searches', count, 2)
  .option('--seconds <n>', 'of one measured run', count, 5)
  .option('--questions <n>', 'distinct ones to each scope', count, 240)
  .option('--sizes <n,…>', 'memories of each scope', counts, [1_000, 10_000, 100_000])
  .option('--large', 'a scope of a million memories too: 8 minutes and 6 GB more', false)
  .option('--cold-scopes <n>', 'of 300 memories, asked one question each', count, 500)
  .option('--pgvector', "with pgvector's indexes of scopes from 100,000 memories on: minutes more", false)
  .action((options: Output & Omit<RecallOptions, 'sizes'> & { sizes: number[]; large: boolean }) =>
    bench(
      'recall',
      options,
      (closing) => benchRecall(closing, { ...options, sizes: [...options.sizes, ...(options.large ? [LARGE] : [])] }),
      recallReport,
    ),
  );

command('filter', 'POST /v1/recall with filters on metadata, beside the same questions without')
  .option('--size <n>', 'memories of the scope', count, LARGE)
  .option('--questions <n>', 'distinct ones', count, 60)
  .option('--rounds <n>', 'turns of all filters', count, 2)
  .action((options: Output & { size: number; questions: number; rounds: number }) =>
    bench('filter', options, (closing) => benchFilter(closing, options), filterReport),
  );

command('studio', 'the pages of studio in Chromium, on scopes of several sizes')
  .option('--sizes <n,…>', 'memories of each scope', counts, [10, 10_000, 100_000])
  .option('--rounds <n>', 'turns of all pages', count, 5)
  .option('--entities <n>', 'of one more scope, whose graph is filled directly', count, LARGE)
  .action((options: Output & { sizes: number[]; rounds: number; entities: number }) =>
    bench('studio', options, (closing) => benchStudio(closing, options), studioReport),
  );

command('transfer', 'export and import of a scope, over HTTP, from one instance to another')
  .option('--memories <n>', 'moved without what was read in them', count, 100_000)
  .option('--extracted <n>', 'extracted first, and moved with what was read in them', count, 2_000)
  .action((options: Output & { memories: number; extracted: number }) =>
    bench('transfer', options, (closing) => benchTransfer(closing, options), transferReport),
  );

command('fairness', 'what a quiet tenant meets while another floods the service')
  .option('--seconds <n>', 'of each flood', count, 8)
  .option('--connections <n>', 'of the flood', count, 64)
  .option('--no-kafka', 'in one process only')
  .action((options: Output & { seconds: number; connections: number; kafka: boolean }) =>
    bench('fairness', options, (closing) => benchFairness(closing, options), fairnessReport),
  );

async function bench<T>(
  name: string,
  { write, json }: Output,
  measure: (closing: Closing) => Promise<T>,
  report: (results: T, now: Date) => string,
): Promise<void> {
  const results = await withClosing(LIMIT_MS, measure);
  const section = report(results, new Date());
  process.stdout.write(`${section}\n`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
  if (write) await writeSection(name, section);
}

function count(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('not a positive integer');
  return Number(text);
}

function counts(text: string): number[] {
  return text.split(',').map(count);
}

program.parseAsync().then(
  // The engines and processes have ended; what a cut-short run left open must not keep this one alive.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`);
    process.exit(1);
  },
);
