import { figure, machineLine, markdownTable } from '../report.js';
import { median } from '../statistics.js';
import { CONNECTIONS, type SearchSample } from './load-turns.js';
import { REAL_VECTORS } from './memory-vectors.js';
import type { RecallResults, SizeResults } from './recall.js';
import { CHOICES } from './retriever-choices.js';
import { PURPOSES } from './table-bytes.js';

/** Milliseconds at the median, by the memories of the scope. The second holds where pgvector is there. */
const GOALS = [
  { size: 10_000, ms: 15, withPgvector: false },
  { size: 1_000_000, ms: 50, withPgvector: true },
];
/** Number of memories from which recall must not be slower than the plain search. */
const NO_SLOWER_FROM = 10_000;
const BAD_INPUT_MS = 100;
/** p50 of the first question to a scope that the process does not hold. */
const COLD_MS = 15;

/** The Markdown section of one `bench recall`. */
export function recallReport(results: RecallResults, now: Date): string {
  const { options, services, loadBefore, sizes, vectorMs } = results;
  return [
    machineLine(services, now),
    `Medians of ${String(options.rounds)} rounds in turns, ${String(options.seconds)} s each: ${String(options.questions)} distinct questions to each scope, ten memories an answer, by one connection (p50, p99) and by ${String(CONNECTIONS)} (searches/s, CPU of one search in ms). ` +
      `Recall is POST /v1/recall over HTTP with all retrievers on and RECALL_CACHE_MB=1024 (256 unless set). Plain is a table of the same texts with a tsvector and a GIN index, asked by the driver for any of the question's words, ordered by ts_rank_cd, without a service. Found: questions whose memory is among the ten. The load generator shares the cores. Load average before the run: ${figure(loadBefore, 1)}.`,
    speedTable(sizes),
    [...goalLines(sizes), ...plainLines(sizes), ...indexLines(sizes), coldLine(results)].join('\n'),
    `Milliseconds at the median by the choice of retrievers, each question with each choice in turns, by one connection:`,
    choiceTable(sizes),
    `Bytes per memory, indexes included; the text itself is in the first column. The vectors of the first ${figure(REAL_VECTORS)} memories of a scope are the model's, the others sums of those of their turns and noise:`,
    bytesTable(sizes),
    `Milliseconds for one more memory of a hundred in the transaction of its projection, by what is written; the model takes ${figure(vectorMs, 1)} ms of a core for its vector:`,
    costTable(sizes),
    badInput(results),
  ].join('\n\n');
}

function speedTable(sizes: readonly SizeResults[]): string {
  const header = [
    'memories',
    'search',
    'p50 ms',
    'p99 ms',
    'searches/s',
    'CPU service',
    'CPU Postgres',
    'first ms',
    'found',
  ];
  const rows = sizes.flatMap(({ size, rounds, found }) =>
    (['recall', 'plain'] as const).map((what) => {
      const of = (value: (sample: SearchSample) => number): number =>
        median(rounds.filter((sample) => sample.what === what).map(value));
      return [
        ...[
          figure(size),
          what,
          figure(p50(rounds, what), 1),
          figure(
            of((s) => s.alone.p99Ms),
            1,
          ),
        ],
        ...[
          figure(of((s) => s.together.perSecond)),
          figure(
            of((s) => s.together.serviceCpuMs),
            1,
          ),
        ],
        ...[
          figure(
            of((s) => s.together.postgresCpuMs),
            1,
          ),
          figure(found[what].firstMs),
          percent(found[what].share),
        ],
      ];
    }),
  );
  return markdownTable(header, rows);
}

function p50(rounds: readonly SearchSample[], what: SearchSample['what']): number {
  return median(rounds.filter((sample) => sample.what === what).map((sample) => sample.alone.p50Ms));
}

function goalLines(sizes: readonly SizeResults[]): string[] {
  return GOALS.flatMap(({ size, ms, withPgvector }) => {
    const measured = sizes.find((one) => one.size === size);
    if (!measured) return [];
    const given = withPgvector ? `, with pgvector${measured.indexed ? '' : ', which is not used here'}` : '';
    const value = p50(measured.rounds, 'recall');
    const verdict = value <= ms ? 'reached' : 'missed';
    return `- p50 at ${figure(size)} memories: **${figure(value, 1)} ms** (goal ≤ ${String(ms)} ms${given}: ${verdict})`;
  });
}

function plainLines(sizes: readonly SizeResults[]): string[] {
  return sizes
    .filter(({ size }) => size >= NO_SLOWER_FROM)
    .map(({ size, rounds }) => {
      const ratio = p50(rounds, 'recall') / p50(rounds, 'plain');
      const verdict = ratio <= 1 ? 'reached' : 'missed';
      return `- p50 at ${figure(size)} memories against the plain search: **${figure(ratio, 2)}×** (goal ≤ 1×: ${verdict})`;
    });
}

function indexLines(sizes: readonly SizeResults[]): string[] {
  return sizes.flatMap(({ size, indexed }) =>
    indexed
      ? `- pgvector's index of ${figure(size)} vectors: built in ${figure(indexed.seconds)} s, ${figure(indexed.bytes)} bytes a vector; of the ten nearest by all vectors **${percent(indexed.recall)}** are its first ten, in ${figure(indexed.ms, 1)} ms (by bits held in memory, without it, ${percent(indexed.recallInMemory)})`
      : [],
  );
}

function coldLine({ cold: { scopes, size, first, next } }: RecallResults): string {
  const verdict = first.p50 <= COLD_MS ? 'reached' : 'missed';
  return `- the first question to each of ${figure(scopes)} scopes of ${figure(size)} memories: p50 **${figure(first.p50, 1)} ms**, p95 ${figure(first.p95, 1)} (goal p50 ≤ ${String(COLD_MS)} ms: ${verdict}); the next one: p50 ${figure(next.p50, 1)}, p95 ${figure(next.p95, 1)}`;
}

function choiceTable(sizes: readonly SizeResults[]): string {
  return markdownTable(
    ['retrievers', ...sizes.map(({ size }) => figure(size))],
    Object.keys(CHOICES).map((choice) => [choice, ...sizes.map(({ choices }) => figure(choices[choice] ?? NaN, 1))]),
  );
}

function bytesTable(sizes: readonly SizeResults[]): string {
  return markdownTable(
    ['memories', ...PURPOSES, 'plain table'],
    sizes.map(({ size, bytes }) => [
      figure(size),
      ...PURPOSES.map((purpose) => figure(bytes[purpose])),
      figure(bytes.plain),
    ]),
  );
}

function costTable(sizes: readonly SizeResults[]): string {
  return markdownTable(
    ['memories', 'graph', 'lexical and spelling', 'vectors', 'plain table'],
    sizes.map(({ size, cost }) => [
      figure(size),
      ...[cost.graph, cost.lexical, cost.vectors, cost.plain].map((ms) => figure(ms, 2)),
    ]),
  );
}

function badInput({ badInput: answers, sizes }: RecallResults): string {
  const usual = answers[0]?.ms ?? NaN;
  const worst = Math.max(...answers.map(({ ms }) => ms - usual));
  return [
    `Bad input, in the scope of ${figure(sizes.at(-1)?.size ?? NaN)} memories and in one of none:`,
    markdownTable(
      ['query', 'status', 'memories', 'ms', 'more than usual'],
      answers.map(({ what, status, memories, ms }) => [
        ...[what, String(status), figure(memories), figure(ms, 1), figure(ms - usual, 1)],
      ]),
    ),
    `- the dearest: **${figure(worst, 0)} ms** more than an ordinary question (goal < ${String(BAD_INPUT_MS)} ms: ${worst < BAD_INPUT_MS ? 'reached' : 'missed'})`,
  ].join('\n\n');
}

function percent(share: number): string {
  return `${figure(share * 100)} %`;
}
