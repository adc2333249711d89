import type { LinkKind } from '#contracts/links.js';

export interface GraphNode {
  /** An entity's or a statement's UUID, or a memory's decimal id. */
  readonly id: string;
  readonly kind: 'entity' | 'statement' | 'memory';
  readonly label: string;
  readonly type_qname: string;
}

export interface GraphEdge {
  readonly from_id: string;
  readonly to_id: string;
  readonly kind: 'relation' | 'has_statement' | 'fact' | 'mentions' | LinkKind;
  /** Qualified. */
  readonly label: string;
}

/** Orders the edges of one node: relation type and relation id; of a memory 0 and the mentioned entity, then 1 … 8 for
 * the kind of a link and the linked memory. */
export type EdgeKey = readonly [number, string];

/** What is left of a page, and where the phase goes on. With `nodes` 0 it only asks whether there is more. */
export interface SliceRequest {
  readonly nodes: number;
  readonly edges: number;
  /** Last node given, and the last edge of it where it has more; null at the beginning. */
  readonly node: string | null;
  readonly edge: EdgeKey | null;
  /** Whether memories come with their links to others. */
  readonly links: boolean;
}

/** What one phase gives a page, and where it goes on; `next` null when the phase is at its end. */
export interface GraphSlice {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly next: { readonly node: string | null; readonly edge: EdgeKey | null } | null;
}

export interface KeyedNode extends GraphNode {
  /** UUID by which the phase goes. */
  readonly key: string;
}

export interface KeyedEdge extends GraphEdge {
  /** Key of the node it belongs to. */
  readonly owner: string;
  readonly key: EdgeKey;
}

/**
 * The slice that nodes and their edges give, both in order and both read one past what is wanted: an edge too many
 * ends the slice within its node, and the nodes behind that wait for the next one.
 */
export function cutSlice(request: SliceRequest, nodes: readonly KeyedNode[], edges: readonly KeyedEdge[]): GraphSlice {
  const kept = nodes.slice(0, request.nodes);
  const lastEdge = edges[request.edges - 1];
  if (edges.length > request.edges && lastEdge) {
    const { owner, key } = lastEdge;
    const reached = kept.filter((node) => node.key <= owner);
    return slice(reached, edges.slice(0, request.edges), { node: owner, edge: key });
  }
  const more = nodes.length > kept.length;
  return slice(kept, edges, more ? { node: kept.at(-1)?.key ?? request.node, edge: null } : null);
}

function slice(nodes: readonly KeyedNode[], edges: readonly KeyedEdge[], next: GraphSlice['next']): GraphSlice {
  return {
    nodes: nodes.map(({ id, kind, label, type_qname }) => ({ id, kind, label, type_qname })),
    edges: edges.map(({ from_id, to_id, kind, label }) => ({ from_id, to_id, kind, label })),
    next,
  };
}
