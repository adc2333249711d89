import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import { HUB_NEIGHBOURS, neighbours, type Hop, type HopFilter } from './neighbours.js';
import { SYMMETRIC_TYPE_IDS } from './relation-view.js';
import type { Sql } from '#database/sql.js';

export interface TraverseOptions extends HopFilter {
  /** Maximum number of hops. */
  readonly maxDepth: number;
  /** Maximum number of distinct entities, without the anchor. */
  readonly maxNodes: number;
}

/** One hop. The ends are as stored; those of a symmetric relation are in the order of the walk. */
export interface TraversalStep {
  readonly relation_id: string;
  readonly from: string;
  readonly to: string;
  readonly relation_type: string;
  /** 1 for a hop from the anchor. */
  readonly depth: number;
}

export interface Traversal {
  readonly paths: readonly { readonly steps: readonly TraversalStep[] }[];
  readonly total_paths: number;
  /**
   * Whether a path was left out because of maxNodes, MAX_PATHS or the limits on relations read; the depth limit does
   * not count.
   */
  readonly truncated: boolean;
}

/** Maximum number of paths returned. */
export const MAX_PATHS = 10_000;

interface Path {
  readonly end: string;
  readonly entities: readonly string[];
  readonly steps: readonly TraversalStep[];
}

/**
 * Returns all simple paths from the anchor (id of a survivor) up to a depth; each prefix is a path too. Shortest paths
 * come first, then by the ids of their relations. The limits apply in the same order.
 *
 * Reads level by level, with one statement each; every entity is read once, however many paths lead through it.
 */
export async function traverse(
  sql: Sql,
  scopeId: string,
  anchorId: string,
  options: TraverseOptions,
): Promise<Traversal> {
  // More neighbours than maxNodes would be cut anyway, unless several relations share their ends.
  const cap = Math.min(HUB_NEIGHBOURS, Math.max(100, 2 * options.maxNodes));
  const walk = new Walk(anchorId.toLowerCase(), options.maxNodes);
  for (let depth = 1; depth <= options.maxDepth && !walk.finished; depth += 1) {
    const frontier = walk.unread();
    if (frontier.length > 0) walk.learn(await neighbours(sql, scopeId, frontier, options, cap));
    walk.advance(depth);
  }
  const paths = walk.paths.map(({ steps }) => ({ steps }));
  return { paths, total_paths: paths.length, truncated: walk.truncated };
}

/** State of one traversal: the relations read, and the paths so far. */
class Walk {
  readonly paths: Path[] = [];
  truncated = false;
  finished = false;
  private level: Path[];
  private readonly hops = new Map<string, readonly Hop[]>();
  private readonly admitted: Set<string>;

  constructor(
    anchor: string,
    private readonly maxNodes: number,
  ) {
    this.level = [{ end: anchor, entities: [anchor], steps: [] }];
    this.admitted = new Set([anchor]);
  }

  /** Ends of the current level whose relations have not been read. */
  unread(): string[] {
    return [...new Set(this.level.map((path) => path.end))].filter((id) => !this.hops.has(id));
  }

  learn({ hops, cut }: { hops: ReadonlyMap<string, Hop[]>; cut: boolean }): void {
    for (const id of this.unread()) this.hops.set(id, hops.get(id) ?? []);
    this.truncated ||= cut;
  }

  /** Extends the paths of the current level, in order, by every relation that leads to an entity not on the path. */
  advance(depth: number): void {
    const before = this.level;
    this.level = [];
    for (const path of before) {
      for (const hop of this.hops.get(path.end) ?? []) {
        const next = hop.at === 'from' ? hop.to_entity : hop.from_entity;
        if (path.entities.includes(next) || !this.admits(next)) continue;
        if (
          !this.add({ end: next, entities: [...path.entities, next], steps: [...path.steps, stepOf(hop, next, depth)] })
        )
          return;
      }
    }
  }

  private add(path: Path): boolean {
    if (this.paths.length === MAX_PATHS) {
      this.truncated = this.finished = true;
      return false;
    }
    this.level.push(path);
    this.paths.push(path);
    return true;
  }

  private admits(entity: string): boolean {
    if (this.admitted.has(entity)) return true;
    // The set includes the anchor, so it may have maxNodes + 1 entities.
    if (this.admitted.size > this.maxNodes) {
      this.truncated = true;
      return false;
    }
    this.admitted.add(entity);
    return true;
  }
}

function stepOf(hop: Hop, next: string, depth: number): TraversalStep {
  const symmetric = SYMMETRIC_TYPE_IDS.includes(hop.type_id);
  return {
    relation_id: hop.relation_id,
    from: symmetric ? hop.node : hop.from_entity,
    to: symmetric ? next : hop.to_entity,
    relation_type: qualified(relationTypeOfId(hop.type_id)),
    depth,
  };
}
