import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';
import DEFAULTS from 'graphology-layout-forceatlas2/defaults.js';
import type { LayoutGraph } from './layout-matrices.js';
import type { LayoutAnswer, LayoutTask } from './layout-worker.js';

/** Lays out graphs by ForceAtlas2 in a worker of its own. */
export class Layout {
  private readonly worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });

  /** @param onMoved hears where the nodes are of the graph that was started last */
  constructor(onMoved: (answer: LayoutAnswer) => void) {
    this.worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      onMoved(data);
    });
  }

  /** Begins anew, with another graph. */
  start(graph: LayoutGraph): void {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const settings = settingsOf(graph.positions.length / 2);
    this.worker.postMessage({ graph, settings, isStill } satisfies LayoutTask);
  }

  stop(): void {
    this.worker.terminate();
  }
}

/** As the package infers them from the number of nodes. */
function settingsOf(nodes: number): Required<ForceAtlas2Settings> {
  const gravity = { strongGravityMode: true, gravity: 0.05, scalingRatio: 10 };
  return { ...DEFAULTS, ...gravity, slowDown: 1 + Math.log(nodes), barnesHutOptimize: nodes > 2000 };
}
