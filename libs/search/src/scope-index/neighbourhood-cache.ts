import { LRUCache } from 'lru-cache';

/** A relation or statement that touches an entity of the walk. */
export interface AdjacentClaim {
  /** The entity of the walk that it touches. */
  readonly node: string;
  /** The entity at its other end; null where it has a value. */
  readonly other: string | null;
  readonly kind: 'relation' | 'statement';
  readonly predicate: string;
  readonly text: string;
  /** The text as words are looked for in it: folded, without apostrophes. */
  readonly folded: string;
  readonly confidence: number;
  readonly current: boolean;
  /** UUIDs of the memories that say so. */
  readonly memoryIds: readonly string[];
}

/** What stands around an entity that is merged into no other. */
export interface EntityNeighbourhood {
  readonly entityId: string;
  readonly name: string;
  /** The newest memories that name it. */
  readonly mentioningMemories: readonly string[];
  readonly claims: readonly AdjacentClaim[];
}

/** What stands around some hundred persons whom most claims are about; those asked longest ago make room. */
const MAX_BYTES = 16 << 20;
/** From when they were read: every change is noted, but not by an extractor of a version that knew of no such notes. */
const CACHE_TTL_MS = 15 * 60_000;
/** Rough figures of what an entity, a claim and the id of a memory take. */
const BYTES_OF_ENTITY = 500;
const BYTES_OF_CLAIM = 300;
const BYTES_OF_ID = 70;

interface CachedNeighbourhood extends EntityNeighbourhood {
  /** Ids that it was asked for by: its own, and of entities that are merged into it. */
  readonly members: Set<string>;
}

/** What was read around entities of one scope, as long as no change around them is noted. */
export class NeighbourhoodCache {
  /** The entity that each one is merged into, or itself. */
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

  /** Around the survivor of an entity; undefined where that is not known. */
  get(entityId: string): EntityNeighbourhood | undefined {
    const survivor = this.survivors.get(entityId);
    return survivor === undefined ? undefined : this.kept.get(survivor);
  }

  /** @param asked id that the survivor was asked for by */
  set(neighbourhood: EntityNeighbourhood, asked: string): void {
    const { entityId } = neighbourhood;
    const members = new Set([...(this.kept.peek(entityId)?.members ?? []), entityId, asked]);
    this.kept.set(entityId, { ...neighbourhood, members });
    for (const member of members) this.survivors.set(member, entityId);
  }

  /** Forgets what was read around entities that have changed. */
  invalidate(entityIds: readonly string[]): void {
    for (const entityId of entityIds) this.kept.delete(this.survivors.get(entityId) ?? entityId);
  }
}

function sizeOf({ claims, mentioningMemories }: EntityNeighbourhood): number {
  return claims.reduce(
    (sum, { text, memoryIds }) => sum + BYTES_OF_CLAIM + 4 * text.length + BYTES_OF_ID * memoryIds.length,
    BYTES_OF_ENTITY + BYTES_OF_ID * mentioningMemories.length,
  );
}
