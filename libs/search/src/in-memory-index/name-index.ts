import { entityTypeId } from '#contracts/ontology.js';
import { SortedMultimap } from './sorted-lists.js';

/** An entity with all names that it goes by, folded: none takes it out. */
export interface IndexedNames {
  readonly entityId: string;
  readonly typeId: number;
  readonly names: readonly string[];
}

/** A rough figure of what an entity and one name of it take. */
const BYTES_OF_ENTITY = 250;
const BYTES_OF_NAME = 300;

/** The names of the entities of one scope, held in memory. */
export class NameIndex {
  private readonly entities = new Map<string, IndexedNames>();
  private readonly byName = new Map<string, string[]>();
  /** Names of several words. */
  private readonly byFirstWord = new SortedMultimap();

  get bytes(): number {
    return this.entities.size * BYTES_OF_ENTITY + this.byName.size * BYTES_OF_NAME;
  }

  /** Takes entities over; what was known of the same ones before is forgotten. */
  set(entities: readonly IndexedNames[]): void {
    for (const entity of entities) {
      for (const name of this.entities.get(entity.entityId)?.names ?? []) this.remove(name, entity.entityId);
      if (entity.names.length === 0) this.entities.delete(entity.entityId);
      else this.entities.set(entity.entityId, entity);
      for (const name of entity.names) this.add(name, entity.entityId);
    }
  }

  /** Ids of the entities that go by a name. */
  entitiesNamed(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** Longer names that begin with these words, with each entity that goes by one, in the order of names and ids. */
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

  /** Whether this is a person's name, or what one begins with. */
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
