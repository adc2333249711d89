import { median, percentile } from '../statistics.js';
import type { Caller } from './routes.js';

/** Cost of graph pages by position. */
export interface GraphWalk {
  readonly pages: number;
  /** Of all pages of the walk, each called once. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly places: readonly PagePlace[];
}

/** One page, called in turns with the others. */
export interface PagePlace {
  readonly place: string;
  readonly ms: number;
  /** Median of the ratios to the first page, turn by turn. */
  readonly ratio: number;
}

export const PAGE_NODES = 200;
const WARM_UP = 20;

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly next_cursor?: string;
}

/**
 * Walks the whole graph once, then calls its first, middle and last page in turns.
 * @throws if the walk did not return every node once
 */
export async function walkGraph(caller: Caller, entities: number, turns: number): Promise<GraphWalk> {
  const cursors: string[] = [''];
  const times: number[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { page, ms } = await callPage(caller, cursor);
    times.push(ms);
    for (const { id } of page.nodes) {
      if (seen.has(id)) throw new Error('a node was given twice');
      seen.add(id);
    }
    cursor = page.next_cursor;
    if (cursor !== undefined) cursors.push(cursor);
  }
  if (seen.size !== entities) throw new Error(`the walk gave ${String(seen.size)} of ${String(entities)} nodes`);
  const at = (share: number): string => cursors[Math.floor(share * (cursors.length - 1))] ?? '';
  const places = { first: '', 'at a quarter': at(0.25), middle: at(0.5), last: at(1) };
  return {
    pages: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    places: await inTurns(caller, places, turns),
  };
}

async function inTurns(caller: Caller, places: Record<string, string>, turns: number): Promise<PagePlace[]> {
  const samples: Record<string, number[]> = {};
  for (let turn = -WARM_UP; turn < turns; turn += 1)
    for (const [place, cursor] of Object.entries(places)) {
      const { ms } = await callPage(caller, cursor);
      if (turn >= 0) (samples[place] ??= []).push(ms);
    }
  const first = samples['first'] ?? [];
  return Object.entries(samples).map(([place, times]) => ({
    place,
    ms: median(times),
    ratio: median(times.map((ms, turn) => ms / (first[turn] ?? NaN))),
  }));
}

async function callPage(caller: Caller, cursor: string): Promise<{ page: Page; ms: number }> {
  const query = `?limit=${String(PAGE_NODES)}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const { text, ms } = await caller.call({ method: 'GET', path: '/v1/graph', query });
  return { page: JSON.parse(text) as Page, ms };
}
