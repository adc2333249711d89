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

/** Rows that a question waits for, and that one statement reads: some 20 ms. */
const ROWS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** How far the index of a scope was read: all that is there, not yet all, or what has since been replaced. */
export type LoadProgress = 'all' | 'more' | 'replaced';

/** The index of one scope, as far as it was read. */
export class ScopeIndexLoader implements SingleFlightState {
  reading: Promise<void> | null = null;
  next: Promise<void> | null = null;
  progress: LoadProgress = 'more';
  /** Whether the rest is being read while nobody waits for it. */
  catchingUp = false;
  private readonly words = new InvertedIndex();
  private readonly names = new NameIndex();
  private readonly surroundings = new NeighbourhoodCache();
  readonly index = new InMemoryScopeIndex(this.words, this.names, this.surroundings, '');
  private state: IndexState | null = null;
  /** The last memory, and the last entity, that was read of those there were at first; null when all were. */
  private memory: string | null = FIRST_ID;
  private entity: string | null = FIRST_ID;

  constructor(
    private readonly scopeId: string,
    private readonly rowsAtOnce = ROWS_AT_ONCE,
  ) {}

  get bytes(): number {
    return this.words.bytes + this.names.bytes + this.surroundings.bytes;
  }

  /** Reads on, as much as a question can wait for. Not to be called while it runs. */
  async loadMore(sql: Sql): Promise<void> {
    this.progress = await this.read(sql);
  }

  private async read(sql: Sql): Promise<LoadProgress> {
    // Where it stands is read first: what changes while its rows are read comes again as news.
    this.state ??= await readIndexState(sql, this.scopeId);
    if (!(await this.readFirst(sql))) return 'more';
    const news = await readChangesSince(sql, this.scopeId, this.state.number, this.rowsAtOnce);
    const { epoch, number, changes, documentCount, isComplete } = news;
    if (epoch !== this.state.epoch || !isComplete) return 'replaced';
    this.words.remove(news.removed);
    this.words.add(news.added);
    this.names.set(news.named);
    this.surroundings.invalidate(news.invalidatedEntityIds);
    this.state = { epoch, number };
    this.index.version = `${String(epoch)} ${String(number)}`;
    if (changes === this.rowsAtOnce) return 'more';
    // Whoever writes without noting it, as an extractor of an older version does, is found out.
    return documentCount === this.words.documentCount ? 'all' : 'replaced';
  }

  /** Reads on of what there was at first. @returns whether that is all */
  private async readFirst(sql: Sql): Promise<boolean> {
    if (this.memory !== null) {
      const { memories, last } = await readIndexedMemories(sql, this.scopeId, this.memory, this.rowsAtOnce);
      this.words.add(memories);
      this.memory = last;
      if (last !== null) return false;
    }
    if (this.entity !== null) {
      const { entities, last } = await readIndexedEntities(sql, this.scopeId, this.entity, this.rowsAtOnce);
      this.names.set(entities);
      this.entity = last;
    }
    return this.entity === null;
  }
}
