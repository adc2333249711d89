import type { ShownEdge, ShownEntity, GraphPart } from './graph-part.js';

/** What is left out of a graph. */
export interface GraphSelection {
  /** Only what held at the end of this day, `2026-05-01`; null for what holds now. */
  readonly day: string | null;
  /** Types of entities that are not shown. */
  readonly hiddenTypes: ReadonlySet<string>;
  /** Is shown in any case. */
  readonly focus: string;
}

/** What of a graph is shown. */
export interface VisibleGraph {
  readonly nodes: ReadonlySet<string>;
  readonly edges: readonly ShownEdge[];
}

/** The edges that held on the day between entities of the types that are shown, and the entities they connect. */
export function visibleIn(graph: GraphPart, { day, hiddenTypes, focus }: GraphSelection): VisibleGraph {
  const moment = day === null ? Date.now() : Date.parse(`${day}T23:59:59.999Z`);
  const isShown = (id: string): boolean => {
    const node = graph.nodes.get(id);
    return node !== undefined && (id === focus || !hiddenTypes.has(node.type));
  };
  const edges = [...graph.edges.values()].filter(
    (edge) => holdsAt(edge, moment) && isShown(edge.from) && isShown(edge.to),
  );
  return { nodes: new Set([focus, ...edges.flatMap(({ from, to }) => [from, to])]), edges };
}

/** Whether an edge held at a moment, in milliseconds since 1970; without a beginning it always did. */
export function holdsAt({ since, until }: ShownEdge, moment: number): boolean {
  return (since === null || Date.parse(since) <= moment) && (until === null || Date.parse(until) > moment);
}

/** Types of the entities of a graph, the most frequent first, with how many of each are shown. */
export function typesIn(
  { nodes }: GraphPart,
  shown: VisibleGraph['nodes'],
): { readonly type: string; readonly count: number }[] {
  const all = new Map<string, number>();
  const drawn = new Map<string, number>();
  for (const { id, type } of nodes.values()) {
    all.set(type, (all.get(type) ?? 0) + 1);
    if (shown.has(id)) drawn.set(type, (drawn.get(type) ?? 0) + 1);
  }
  return [...all]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a.localeCompare(b))
    .map(([type]) => ({ type, count: drawn.get(type) ?? 0 }));
}

/** The day on which the first edge begins, as days since 1970; null where none has a beginning. */
export function firstDayOf({ edges }: GraphPart): number | null {
  const days = [...edges.values()].flatMap(({ since, until }) =>
    [since, until].flatMap((iso) => (iso === null ? [] : [dayNumber(iso)])),
  );
  return days.length === 0 ? null : Math.min(...days);
}

const DAY_MS = 86_400_000;

export function dayNumber(iso: string): number {
  return Math.floor(Date.parse(iso) / DAY_MS);
}

/** `2026-05-01` */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Nodes by the number of their visible edges, for what is labelled first. */
export function degreesOf(edges: readonly ShownEdge[]): Map<ShownEntity['id'], number> {
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}
