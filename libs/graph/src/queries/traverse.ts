import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import { HUB_NEIGHBOURS, neighbours, type Hop, type HopFilter } from './neighbours.js';
import { SYMMETRIC_TYPE_IDS } from './relation-view.js';
import type { Sql } from '#database/sql.js';

export interface TraverseOptions extends HopFilter {
  /** Hops. */
  readonly maxDepth: number;
  /** Distinct entities, the anchor not counted. */
  readonly maxNodes: number;
}

/** One hop. Ends stand as the relation is stored; those of a symmetric one in the order walked. */
export interface TraversalStep {
  readonly relation_id: string;
  readonly from: string;
  readonly to: string;
  readonly relation_type: string;
  /** 1 for the hop from the anchor. */
  readonly depth: number;
}

export interface Traversal {
  readonly paths: readonly { readonly steps: readonly TraversalStep[] }[];
  readonly total_paths: number;
  /** Whether a path was left out for maxNodes, MAX_PATHS or the relations of a hub; depth is not counted as a cut. */
  readonly truncated: boolean;
}

/** Paths returned at most. */
export const MAX_PATHS = 10_000;

interface Path {
  readonly end: string;
  readonly entities: readonly string[];
  readonly steps: readonly TraversalStep[];
}

/**
 * All simple paths from the anchor (a survivor's id) up to a depth, each prefix a path of its own: shortest first,
 * then by the ids of their relations. That is also the order in which the caps are used up.
 *
 * Level by level, one statement for each; every entity is read once however many paths lead through it.
 */
export async function traverse(
  sql: Sql,
  scopeId: string,
  anchorId: string,
  options: TraverseOptions,
): Promise<Traversal> {
  // More neighbours than maxNodes are cut anyway, save where several relations share their ends.
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

/** The state of one traversal: what was read, and the paths so far. */
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

  /** Ends of the present level whose relations are not known yet. */
  unread(): string[] {
    return [...new Set(this.level.map((path) => path.end))].filter((id) => !this.hops.has(id));
  }

  learn({ hops, cut }: { hops: ReadonlyMap<string, Hop[]>; cut: boolean }): void {
    for (const id of this.unread()) this.hops.set(id, hops.get(id) ?? []);
    this.truncated ||= cut;
  }

  /** Prolongs the paths of the present level, in order, by every relation that leads to an entity not on them. */
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
    // One more than the anchor.
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
