import type { ShownEdge, ShownEntity } from './graph-part.js';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where entities already stand. */
interface Placed {
  hasNode(id: string): boolean;
  getNodeAttributes(id: string): Place;
}

/** The angle by which each new entity is turned from the one before: no two stand at one place. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const DISTANCE = 20;

/** Where entities that are not placed yet begin: around one that they are related to, or around the middle. */
export function placeBeside(
  placed: Placed,
  nodes: ReadonlyMap<string, ShownEntity>,
  edges: ReadonlyMap<string, ShownEdge>,
): Map<string, Place> {
  const beside = new Map<string, string>();
  for (const { from, to } of edges.values()) {
    if (placed.hasNode(from)) beside.set(to, from);
    if (placed.hasNode(to)) beside.set(from, to);
  }
  const places = new Map<string, Place>();
  for (const id of nodes.keys()) {
    if (placed.hasNode(id)) continue;
    const other = beside.get(id);
    const middle = other === undefined ? { x: 0, y: 0 } : placed.getNodeAttributes(other);
    const angle = places.size * GOLDEN_ANGLE;
    const distance = places.size === 0 && other === undefined ? 0 : DISTANCE;
    places.set(id, { x: middle.x + distance * Math.cos(angle), y: middle.y + distance * Math.sin(angle) });
  }
  return places;
}
