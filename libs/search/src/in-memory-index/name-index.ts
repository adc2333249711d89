import { entityTypeId } from '#contracts/ontology.js';
import { SortedMultimap } from './sorted-lists.js';

/** An entity with all its names, folded. An empty list removes the entity. */
export interface IndexedNames {
  readonly entityId: string;
  readonly typeId: number;
  readonly names: readonly string[];
}

/** Estimated sizes of an entity and of one name. */
const BYTES_OF_ENTITY = 250;
const BYTES_OF_NAME = 300;

/** In-memory index of the entity names of one scope. */
export class NameIndex {
  private readonly entities = new Map<string, IndexedNames>();
  private readonly byName = new Map<string, string[]>();
  /** Names of several words, by their first word. */
  private readonly byFirstWord = new SortedMultimap();

  get bytes(): number {
    return this.entities.size * BYTES_OF_ENTITY + this.byName.size * BYTES_OF_NAME;
  }

  /** Adds entities, replacing earlier versions of the same ones. */
  set(entities: readonly IndexedNames[]): void {
    for (const entity of entities) {
      for (const name of this.entities.get(entity.entityId)?.names ?? []) this.remove(name, entity.entityId);
      if (entity.names.length === 0) this.entities.delete(entity.entityId);
      else this.entities.set(entity.entityId, entity);
      for (const name of entity.names) this.add(name, entity.entityId);
    }
  }

  /** Ids of the entities that have a name. */
  entitiesNamed(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** Longer names that begin with these words, paired with each entity that has the name, ordered by name and id. */
  namesWithPrefix(words: string, most = Infinity): { readonly name: string; readonly entityId: string }[] {
    const [first = ''] = words.split(' ', 1);
    const found: { name: string; entityId: string }[] = [];
    for (const name of this.byFirstWord.of(first)) {
      if (!name.startsWith(`${words} `)) continue;
      for (const entityId of [...this.entitiesNamed(name)].sort()) {
        if (found.length === most) return found;
        found.push({ name, entityId });
      }
    }
    return found;
  }

  /** Whether this is the name of a person, or the beginning of one. */
  isPersonName(name: string): boolean {
    const isPerson = (entityId: string): boolean => this.entities.get(entityId)?.typeId === PERSON;
    return (
      this.entitiesNamed(name).some(isPerson) || this.namesWithPrefix(name).some(({ entityId }) => isPerson(entityId))
    );
  }

  private add(name: string, entityId: string): void {
    const ids = this.byName.get(name);
    if (ids) ids.push(entityId);
    else {
      this.byName.set(name, [entityId]);
      const [first = ''] = name.split(' ', 1);
      if (first.length < name.length) this.byFirstWord.add(first, name);
    }
  }

  private remove(name: string, entityId: string): void {
    const ids = (this.byName.get(name) ?? []).filter((id) => id !== entityId);
    if (ids.length > 0) {
      this.byName.set(name, ids);
      return;
    }
    this.byName.delete(name);
    const [first = ''] = name.split(' ', 1);
    this.byFirstWord.remove(first, name);
  }
}

const PERSON = entityTypeId('person');
