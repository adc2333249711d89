import { percentile } from '../statistics.js';
import type { Caller } from './routes.js';

/** Calls of one traversal from the hub, one after the other. */
export interface HubTraversal {
  readonly direction: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Distinct entities beside the hub. */
  readonly nodes: number;
  readonly paths: number;
}

export const MAX_DEPTH = 3;
export const MAX_NODES = 1000;
const WARM_UP = 5;

interface Answer {
  readonly paths: readonly { readonly steps: readonly { readonly from: string; readonly to: string }[] }[];
  readonly truncated: boolean;
}

/**
 * Times the traversal from a hub at its bounds, and looks at every answer.
 * @throws where an answer is not truncated, or leads through an entity twice
 */
export async function hubTraversals(caller: Caller, hub: string, calls: number): Promise<HubTraversal[]> {
  const figures: HubTraversal[] = [];
  for (const direction of ['outgoing', 'incoming', 'both']) {
    const body = { direction, max_depth: MAX_DEPTH, max_nodes: MAX_NODES };
    const times: number[] = [];
    let found = { nodes: 0, paths: 0 };
    for (let call = -WARM_UP; call < calls; call += 1) {
      const { text, ms } = await caller.call({ method: 'POST', path: `/v1/entities/${hub}/traverse`, body });
      if (call >= 0) times.push(ms);
      found = looked(hub, JSON.parse(text) as Answer);
    }
    figures.push({ direction, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), ...found });
  }
  return figures;
}

function looked(hub: string, { paths, truncated }: Answer): { nodes: number; paths: number } {
  if (!truncated) throw new Error('a hub larger than the bounds, and the answer is not said to be truncated');
  const seen = new Set<string>();
  for (const { steps } of paths) {
    const onPath = new Set([hub]);
    let end = hub;
    for (const { from, to } of steps) {
      end = from === end ? to : from;
      if (onPath.has(end)) throw new Error('a path leads through an entity twice');
      onPath.add(end);
      seen.add(end);
    }
  }
  return { nodes: seen.size, paths: paths.length };
}
