import { figure, limitLine, machineLine, markdownTable } from '../report.js';
import { median } from '../statistics.js';
import { PAGE_NODES } from './graph-walk.js';
import type { HttpResults, HttpSample } from './http.js';
import { MAX_DEPTH, MAX_NODES } from './hub-traversals.js';

const TRAVERSAL_LIMIT_MS = 250;
/** A page at any position must cost as much as the first, within the noise of two cores shared with the caller. */
const PAGE_LIMIT = 1.2;

/** The Markdown section of one `bench http`. */
export function httpReport({ options, services, graph, rounds, traversals, walk }: HttpResults, now: Date): string {
  const { entities, relations, memories } = graph;
  const worst = Math.max(...walk.places.map(({ ratio }) => ratio));
  return [
    machineLine(services, now),
    `Medians of ${String(rounds.length)} rounds in turns, ${String(options.seconds)} s each, in a scope of ${figure(entities)} entities, ` +
      `${figure(relations)} relations and ${figure(memories)} memories. Bare: a Fastify route of its own process that answers with the same bytes and does nothing else. The load generator shares the cores.`,
    loadTable(rounds),
    `Traversal from a hub that a fifth of all relations has at an end, ${String(MAX_DEPTH)} hops, at most ${figure(MAX_NODES)} entities; ${String(options.calls)} calls one after the other. Every answer was truncated, and no path led through an entity twice:`,
    markdownTable(
      ['direction', 'entities', 'paths', 'p50 ms', 'p99 ms'],
      traversals.map((t) => [t.direction, figure(t.nodes), figure(t.paths), figure(t.p50Ms, 1), figure(t.p99Ms, 1)]),
    ),
    limitLine('the slowest of the three, p50', Math.max(...traversals.map((t) => t.p50Ms)), TRAVERSAL_LIMIT_MS, ' ms'),
    `Pages of ${String(PAGE_NODES)} nodes of the whole graph, ${String(options.calls)} turns, after a walk over all ${figure(walk.pages)} pages ` +
      `(p50 ${figure(walk.p50Ms, 1)} ms, p99 ${figure(walk.p99Ms, 1)} ms) that gave every node once:`,
    markdownTable(
      ['page', 'ms', '÷ first'],
      walk.places.map(({ place, ms, ratio }) => [place, figure(ms, 2), `${figure(ratio, 2)}×`]),
    ),
    limitLine('the dearest page, against the first', worst, PAGE_LIMIT, '×'),
  ].join('\n\n');
}

function loadTable(rounds: HttpResults['rounds']): string {
  const header = [
    'route',
    'KiB',
    'connections',
    '/s',
    'p50 ms',
    'p99 ms',
    'bare p50',
    'bare p99',
    'p50 ÷ bare',
    'p99 ÷ bare',
  ];
  const rows = (rounds[0] ?? []).map(({ route, connections, bytes }) => {
    const runs = rounds.flatMap((round) => round.filter((s) => s.route === route && s.connections === connections));
    const of = (value: (sample: HttpSample) => number): number => median(runs.map(value));
    return [
      ...[route, figure(bytes / 1024, 1), String(connections), figure(of((s) => s.service.perSecond))],
      ...[
        figure(
          of((s) => s.service.p50Ms),
          2,
        ),
        figure(
          of((s) => s.service.p99Ms),
          2,
        ),
      ],
      ...[
        figure(
          of((s) => s.bare.p50Ms),
          2,
        ),
        figure(
          of((s) => s.bare.p99Ms),
          2,
        ),
      ],
      `${figure(
        of((s) => s.service.p50Ms / s.bare.p50Ms),
        1,
      )}×`,
      `${figure(
        of((s) => s.service.p99Ms / s.bare.p99Ms),
        1,
      )}×`,
    ];
  });
  return markdownTable(header, rows);
}
