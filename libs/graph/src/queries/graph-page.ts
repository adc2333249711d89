import { entitySlice } from './graph-entities.js';
import { memorySlice } from './graph-memories.js';
import type { EdgeKey, GraphEdge, GraphNode } from './graph-slice.js';
import { statementSlice } from './graph-statements.js';
import type { Sql } from '#database/sql.js';

type Phase = 'entities' | 'statements' | 'memories';

/** Position where a page ended. */
export interface GraphPosition {
  readonly phase: Phase;
  /** UUID of the last node returned in the phase; null at its beginning. */
  readonly node: string | null;
  /** Key of the last edge returned of that node; null when all of them were. */
  readonly edge: EdgeKey | null;
}

export interface GraphPageOptions {
  /** Maximum number of nodes; a page has at most five times as many edges. */
  readonly limit: number;
  /** `next` of the previous page; the other options must be the same. */
  readonly after: GraphPosition | null;
  readonly includeStatements: boolean;
  readonly includeMemories: boolean;
  /** Whether links between memories are included. */
  readonly includeMemoryEdges: boolean;
  /** Whether entities that are candidates are included. */
  readonly includeCandidates?: boolean;
}

export interface GraphPage {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly next: GraphPosition | null;
}

const EDGES_PER_NODE = 5;

/**
 * Reads one page of the current graph: the entities with the relations that lead from them, then the statements with
 * their edges, then the memories with their mentions and links. Each phase is ordered by id, and an edge belongs to the
 * node it leads from, so whatever exists during all pages is returned exactly once. A node with more edges than fit on
 * a page continues on the next one, where the node itself is not repeated.
 *
 * @throws RangeError when `after` is in a phase that was not requested
 */
export async function graphPage(sql: Sql, scopeId: string, options: GraphPageOptions): Promise<GraphPage> {
  const phases = phasesOf(options);
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  let { node, edge } = options.after ?? { node: null, edge: null };
  for (const phase of phases) {
    const left = options.limit - nodes.length;
    const edgesLeft = options.limit * EDGES_PER_NODE - edges.length;
    const request = {
      nodes: edgesLeft > 0 ? left : 0,
      edges: edgesLeft,
      node,
      edge,
      links: options.includeMemoryEdges,
      candidates: options.includeCandidates === true,
    };
    const slice = await SLICES[phase](sql, scopeId, request);
    nodes.push(...slice.nodes);
    edges.push(...slice.edges);
    if (slice.next) return { nodes, edges, next: { phase, ...slice.next } };
    node = edge = null;
  }
  return { nodes, edges, next: null };
}

const SLICES = { entities: entitySlice, statements: statementSlice, memories: memorySlice };

/** The current phase and those after it. */
function phasesOf({ after, includeStatements, includeMemories }: GraphPageOptions): Phase[] {
  const phases: Phase[] = [
    'entities',
    ...(includeStatements ? (['statements'] as const) : []),
    ...(includeMemories ? (['memories'] as const) : []),
  ];
  if (!after) return phases;
  const at = phases.indexOf(after.phase);
  if (at < 0) throw new RangeError(`the position stands in ${after.phase}, which was not requested`);
  return phases.slice(at);
}
