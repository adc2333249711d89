import type { Sql } from '#database/sql.js';
import type { SingleFlightState } from '../caching/single-flight.js';
import { NeighbourhoodCache } from '../scope-index/neighbourhood-cache.js';
import { InMemoryScopeIndex } from './in-memory-scope-index.js';
import { NameIndex } from './name-index.js';
import {
  readIndexedEntities,
  readIndexedMemories,
  readChangesSince,
  readIndexState,
  type IndexState,
} from './read-changes.js';
import { InvertedIndex } from './inverted-index.js';

/** Rows that one statement reads and a question waits for: some 20 ms. */
const ROWS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Load state of a scope's index: complete, incomplete, or replaced by a rebuild so that it has to be reloaded. */
export type LoadProgress = 'all' | 'more' | 'replaced';

/** Loads the in-memory index of one scope page by page, then keeps it current from the change feed. */
export class ScopeIndexLoader implements SingleFlightState {
  reading: Promise<void> | null = null;
  next: Promise<void> | null = null;
  progress: LoadProgress = 'more';
  /** Whether the rest is being loaded in the background. */
  catchingUp = false;
  private readonly words = new InvertedIndex();
  private readonly names = new NameIndex();
  private readonly surroundings = new NeighbourhoodCache();
  readonly index = new InMemoryScopeIndex(this.words, this.names, this.surroundings, '');
  private state: IndexState | null = null;
  /** Last memory and entity id read by the initial load; null when that part of the load is done. */
  private memory: string | null = FIRST_ID;
  private entity: string | null = FIRST_ID;

  constructor(
    private readonly scopeId: string,
    private readonly rowsAtOnce = ROWS_AT_ONCE,
  ) {}

  get bytes(): number {
    return this.words.bytes + this.names.bytes + this.surroundings.bytes;
  }

  /** Loads as much as a question can wait for. Calls must not overlap. */
  async loadMore(sql: Sql): Promise<void> {
    this.progress = await this.read(sql);
  }

  private async read(sql: Sql): Promise<LoadProgress> {
    // The position is read first: rows that change during the initial load appear again in the change feed.
    this.state ??= await readIndexState(sql, this.scopeId);
    if (!(await this.readFirst(sql))) return 'more';
    const changesRead = await readChangesSince(sql, this.scopeId, this.state.number, this.rowsAtOnce);
    const { epoch, number, changes, documentCount, isComplete } = changesRead;
    if (epoch !== this.state.epoch || !isComplete) return 'replaced';
    this.words.remove(changesRead.removed);
    this.words.add(changesRead.added);
    this.names.set(changesRead.named);
    this.surroundings.invalidate(changesRead.invalidatedEntityIds);
    this.state = { epoch, number };
    this.index.version = `${String(epoch)} ${String(number)}`;
    if (changes === this.rowsAtOnce) return 'more';
    // A count that does not match reveals a writer that records no changes, such as an extractor of an older version.
    return documentCount === this.words.documentCount ? 'all' : 'replaced';
  }

  /**
   * Continues the initial load, with the next memories and entities at once.
   * @returns whether it is complete
   */
  private async readFirst(sql: Sql): Promise<boolean> {
    const [memories, entities] = await Promise.all([
      this.memory === null ? null : readIndexedMemories(sql, this.scopeId, this.memory, this.rowsAtOnce),
      this.entity === null ? null : readIndexedEntities(sql, this.scopeId, this.entity, this.rowsAtOnce),
    ]);
    if (memories) {
      this.words.add(memories.memories);
      this.memory = memories.last;
    }
    if (entities) {
      this.names.set(entities.entities);
      this.entity = entities.last;
    }
    return this.memory === null && this.entity === null;
  }
}
