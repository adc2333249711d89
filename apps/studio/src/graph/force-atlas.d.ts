/** Parts of ForceAtlas2 that the package has without types. */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';

  /** One step. @param nodes ten numbers a node @param edges three numbers an edge; nodes are moved in place */
  export default function iterate(
    settings: Required<ForceAtlas2Settings>,
    nodes: Float32Array,
    edges: Float32Array,
  ): unknown;
}

declare module 'graphology-layout-forceatlas2/defaults.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';

  const DEFAULTS: Required<ForceAtlas2Settings>;
  export default DEFAULTS;
}
