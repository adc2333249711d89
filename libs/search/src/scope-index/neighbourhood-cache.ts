import { LRUCache } from 'lru-cache';

/** A relation or statement with one end at an entity of the graph walk, or a candidate of one. */
export interface AdjacentClaim {
  /** The entity of the walk. */
  readonly node: string;
  /** The entity at the other end; null if the claim has a value instead. */
  readonly other: string | null;
  /** Whether the entity of the walk is the subject. */
  readonly isSubject: boolean;
  readonly kind: 'relation' | 'statement';
  readonly predicate: string;
  readonly text: string;
  /** The text folded and without apostrophes, for term matching. */
  readonly folded: string;
  readonly confidence: number;
  readonly current: boolean;
  /** UUIDs of the memories that assert the claim. */
  readonly memoryIds: readonly string[];
  /** Whether it is too weak to be a fact: then it says where to look, and nothing else. */
  readonly isCandidate: boolean;
}

/** Neighbourhood of a surviving entity (one that is not merged into another). */
export interface EntityNeighbourhood {
  readonly entityId: string;
  readonly name: string;
  /** The newest memories that mention the entity. */
  readonly mentioningMemories: readonly string[];
  /** Facts. */
  readonly claims: readonly AdjacentClaim[];
  /** Claims too weak to be facts, the strongest ones; apart, so that nothing takes them for facts. */
  readonly candidates: readonly AdjacentClaim[];
}

/**
 * Size limit of the cache: neighbourhoods of some hundred persons with many claims. The least recently used are
 * evicted.
 */
const MAX_BYTES = 16 << 20;
/**
 * Time to live from loading. Every change is recorded as an invalidation, except by an extractor of a version that
 * predates invalidations.
 */
const CACHE_TTL_MS = 15 * 60_000;
/** Estimated sizes in bytes of an entity, a claim and a memory id. */
const BYTES_OF_ENTITY = 500;
const BYTES_OF_CLAIM = 300;
const BYTES_OF_ID = 70;

interface CachedNeighbourhood extends EntityNeighbourhood {
  /** Entity ids by which it was loaded: its own, and ids of entities merged into it. */
  readonly members: Set<string>;
}

/** Neighbourhoods of the entities of one scope; an entry is valid until an invalidation of its entity. */
export class NeighbourhoodCache {
  /** Survivor of each cached entity id. */
  private readonly survivors = new Map<string, string>();
  private readonly kept = new LRUCache<string, CachedNeighbourhood>({
    ...{ maxSize: MAX_BYTES, ttl: CACHE_TTL_MS },
    sizeCalculation: sizeOf,
    dispose: ({ members }) => {
      for (const member of members) this.survivors.delete(member);
    },
  });

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** Neighbourhood of the survivor of an entity; undefined if it is not cached. */
  get(entityId: string): EntityNeighbourhood | undefined {
    const survivor = this.survivors.get(entityId);
    return survivor === undefined ? undefined : this.kept.get(survivor);
  }

  /**
   * Stores a neighbourhood.
   * @param asked the entity id by which it was loaded
   */
  set(neighbourhood: EntityNeighbourhood, requestedId: string): void {
    const { entityId } = neighbourhood;
    const members = new Set([...(this.kept.peek(entityId)?.members ?? []), entityId, requestedId]);
    this.kept.set(entityId, { ...neighbourhood, members });
    for (const member of members) this.survivors.set(member, entityId);
  }

  /** Removes the neighbourhoods of changed entities. */
  invalidate(entityIds: readonly string[]): void {
    for (const entityId of entityIds) this.kept.delete(this.survivors.get(entityId) ?? entityId);
  }
}

function sizeOf({ claims, candidates, mentioningMemories }: EntityNeighbourhood): number {
  return [...claims, ...candidates].reduce(
    (sum, { text, memoryIds }) => sum + BYTES_OF_CLAIM + 4 * text.length + BYTES_OF_ID * memoryIds.length,
    BYTES_OF_ENTITY + BYTES_OF_ID * mentioningMemories.length,
  );
}
