import type { LinkKind } from '#contracts/links.js';

export interface GraphNode {
  /** UUID of an entity or a statement, or the decimal id of a memory. */
  readonly id: string;
  readonly kind: 'entity' | 'statement' | 'memory';
  readonly label: string;
  readonly type_qname: string;
}

export interface GraphEdge {
  readonly from_id: string;
  readonly to_id: string;
  readonly kind: 'relation' | 'has_statement' | 'fact' | 'mentions' | LinkKind;
  /** Qualified name. */
  readonly label: string;
}

/**
 * Sort key of the edges of one node: relation type and relation id. For a memory: 0 and the mentioned entity, then 1 …
 * 8 for the kind of a link, and the linked memory.
 */
export type EdgeKey = readonly [number, string];

/**
 * Remaining capacity of a page, and the position where the phase continues. With `nodes` 0 it only finds out whether
 * there is more.
 */
export interface SliceRequest {
  readonly nodes: number;
  readonly edges: number;
  /** Last node returned, and its last edge when it has more; null at the beginning. */
  readonly node: string | null;
  readonly edge: EdgeKey | null;
  /** Whether memories include their links to others. */
  readonly links: boolean;
  /** Whether entities that are candidates are included. */
  readonly candidates?: boolean;
}

/** Contribution of one phase to a page, and where it continues; `next` is null when the phase is complete. */
export interface GraphSlice {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly next: { readonly node: string | null; readonly edge: EdgeKey | null } | null;
}

export interface KeyedNode extends GraphNode {
  /** UUID by which the phase is ordered. */
  readonly key: string;
}

export interface KeyedEdge extends GraphEdge {
  /** Key of the node that the edge belongs to. */
  readonly owner: string;
  readonly key: EdgeKey;
}

/**
 * Builds a slice from nodes and edges, both sorted and both read with one row more than requested. When there is an
 * edge too many, the slice ends within the node of the last edge, and later nodes are left to the next slice.
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
