import type { Sql } from '#database/sql.js';
import type { Turns } from '../in-turn.js';
import { KnownSurroundings } from '../entity-graph/surroundings.js';
import { HeldIndex } from './held-index.js';
import { NameIndex } from './name-index.js';
import { readEntities, readMemories, readNews, readState, type IndexState } from './read-index.js';
import { WordIndex } from './word-index.js';

/** Rows that a question waits for, and that one statement reads: some 20 ms. */
const ROWS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** How far the index of a scope was read: all that is there, not yet all, or what has since been replaced. */
export type Progress = 'all' | 'more' | 'replaced';

/** The index of one scope, as far as it was read. */
export class HeldScope implements Turns {
  reading: Promise<void> | null = null;
  next: Promise<void> | null = null;
  progress: Progress = 'more';
  /** Whether the rest is being read while nobody waits for it. */
  catchingUp = false;
  private readonly words = new WordIndex();
  private readonly names = new NameIndex();
  private readonly surroundings = new KnownSurroundings();
  readonly index = new HeldIndex(this.words, this.names, this.surroundings, '');
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
  async readOn(sql: Sql): Promise<void> {
    this.progress = await this.read(sql);
  }

  private async read(sql: Sql): Promise<Progress> {
    // Where it stands is read first: what changes while its rows are read comes again as news.
    this.state ??= await readState(sql, this.scopeId);
    if (!(await this.readFirst(sql))) return 'more';
    const news = await readNews(sql, this.scopeId, this.state.number, this.rowsAtOnce);
    const { epoch, number, changes, total, follows } = news;
    if (epoch !== this.state.epoch || !follows) return 'replaced';
    this.words.remove(news.removed);
    this.words.add(news.added);
    this.names.set(news.named);
    this.surroundings.drop(news.around);
    this.state = { epoch, number };
    this.index.version = `${String(epoch)} ${String(number)}`;
    if (changes === this.rowsAtOnce) return 'more';
    // Whoever writes without noting it, as an extractor of an older version does, is found out.
    return total === this.words.total ? 'all' : 'replaced';
  }

  /** Reads on of what there was at first. @returns whether that is all */
  private async readFirst(sql: Sql): Promise<boolean> {
    if (this.memory !== null) {
      const { memories, last } = await readMemories(sql, this.scopeId, this.memory, this.rowsAtOnce);
      this.words.add(memories);
      this.memory = last;
      if (last !== null) return false;
    }
    if (this.entity !== null) {
      const { entities, last } = await readEntities(sql, this.scopeId, this.entity, this.rowsAtOnce);
      this.names.set(entities);
      this.entity = last;
    }
    return this.entity === null;
  }
}
