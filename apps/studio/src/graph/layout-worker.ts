import iterate from 'graphology-layout-forceatlas2/iterate.js';
import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';
import { matricesOf, positionsOf, type LayoutGraph, type LayoutMatrices } from './layout-matrices.js';

/** What the worker is asked: to lay out a graph, which ends what it was asked before. */
export interface LayoutTask {
  readonly graph: LayoutGraph;
  readonly settings: Required<ForceAtlas2Settings>;
  /** Whether only the end is told, for who wants nothing to move. */
  readonly isStill: boolean;
}

/** What it answers, again and again. */
export interface LayoutAnswer {
  /** `x, y` of each node. */
  readonly positions: Float32Array;
  readonly isOver: boolean;
}

/** Steps between two answers, and of all. */
const STEPS = 8;
const ALL_STEPS = 600;

let latest: LayoutTask | null = null;

addEventListener('message', ({ data: task }: MessageEvent<LayoutTask>) => {
  latest = task;
  run(task, matricesOf(task.graph), 0);
});

function run(task: LayoutTask, matrices: LayoutMatrices, done: number): void {
  if (task !== latest) return;
  for (let step = 0; step < STEPS; step += 1) iterate(task.settings, matrices.nodes, matrices.edges);
  const isOver = done + STEPS >= ALL_STEPS;
  if (isOver || !task.isStill) postMessage({ positions: positionsOf(matrices), isOver } satisfies LayoutAnswer);
  if (!isOver)
    setTimeout(() => {
      run(task, matrices, done + STEPS);
    });
}
