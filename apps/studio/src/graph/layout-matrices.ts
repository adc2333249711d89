/** A graph as the layout sees it: `x, y` of each node, and `from, to` of each edge, by number. */
export interface LayoutGraph {
  readonly positions: Float32Array;
  readonly edges: Uint32Array;
}

/** Matrices of ForceAtlas2, as its `iterate` has them. */
export interface LayoutMatrices {
  readonly nodes: Float32Array;
  readonly edges: Float32Array;
}

/** Numbers of a node (x, y, four of its movement, mass, convergence, size, fixed) and of an edge (from, to, weight). */
const PER_NODE = 10;
const PER_EDGE = 3;
const [MASS, CONVERGENCE, SIZE] = [6, 7, 8];

/** The matrices of a graph; the mass of a node is 1 and the number of its edges. */
export function matricesOf({ positions, edges: ends }: LayoutGraph): LayoutMatrices {
  const nodes = new Float32Array((positions.length / 2) * PER_NODE);
  for (let node = 0; node < positions.length / 2; node += 1) {
    nodes.set(positions.subarray(2 * node, 2 * node + 2), node * PER_NODE);
    for (const at of [MASS, CONVERGENCE, SIZE]) nodes[node * PER_NODE + at] = 1;
  }
  const edges = new Float32Array((ends.length / 2) * PER_EDGE);
  for (let edge = 0; edge < ends.length / 2; edge += 1) {
    const [from = 0, to = 0] = ends.subarray(2 * edge, 2 * edge + 2);
    edges.set([from * PER_NODE, to * PER_NODE, 1], edge * PER_EDGE);
    for (const end of [from, to]) nodes[end * PER_NODE + MASS] = (nodes[end * PER_NODE + MASS] ?? 0) + 1;
  }
  return { nodes, edges };
}

/** `x, y` of each node. */
export function positionsOf({ nodes }: LayoutMatrices): Float32Array {
  const positions = new Float32Array((nodes.length / PER_NODE) * 2);
  for (let node = 0; node < positions.length / 2; node += 1)
    positions.set(nodes.subarray(node * PER_NODE, node * PER_NODE + 2), 2 * node);
  return positions;
}
