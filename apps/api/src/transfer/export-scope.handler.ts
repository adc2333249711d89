import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import type { ExactJson } from '#contracts/exact-json.js';
import type { Scope } from '#contracts/scope.js';
import { POOL, SYSTEM_POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { FairSemaphore, TooManyWaiting } from '#fairness/fair-semaphore.js';
import { exportScope, type ExportPosition } from '#memories/transfer/export-scope.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { RequestShares } from '../admission/request-shares.js';
import { Cursors } from '../http/cursors.js';
import { CLOCK } from '../shared/clock.js';
import { Stopping } from '../shared/stopping.js';

/** Exports that may run at a time, of all scopes and of one: each holds a page that its client has not read. */
const RUNNING = { capacity: 16, perKey: 2 };
/** Cost of a page among the scope's requests. */
const PAGE_COST = 4;

interface ExportScopeRequest {
  /** Cursor of the last checkpoint of an interrupted export. */
  readonly after: string | undefined;
  /** Without a condition: the whole scope. */
  readonly filter: SearchFilter;
}

/** Exports a scope as lines of JSON. */
export class ExportScope extends Query<Readable> {
  constructor(
    readonly scope: Scope,
    readonly request: ExportScopeRequest,
    /** Aborts when the answer is over, or nobody waits for it any more. */
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ExportScope)
export class ExportScopeHandler implements IQueryHandler<ExportScope> {
  private readonly running = new FairSemaphore(RUNNING);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(SYSTEM_POOL) private readonly system: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly cursors: Cursors,
    private readonly shares: RequestShares,
    private readonly stopping: Stopping,
  ) {}

  /** Reads the first page before it resolves, so that its errors have a status. @throws TooManyWaiting, BadRequest */
  async execute({ scope, request, gone }: ExportScope): Promise<Readable> {
    const release = this.running.tryAcquire(scope.scopeId);
    if (release === null) throw new TooManyWaiting(RUNNING.perKey);
    gone.addEventListener('abort', release, { once: true });
    try {
      const pages = await this.pages(scope, request, AbortSignal.any([gone, this.stopping.signal]));
      const first = await pages.next();
      return Readable.from(following(first, pages), { highWaterMark: 1 });
    } catch (error) {
      release();
      throw error;
    }
  }

  private async pages(scope: Scope, { after, filter }: ExportScopeRequest, ends: AbortSignal) {
    const { scopeId } = scope;
    const isWhole = Object.keys(filter).length === 0;
    const binding = ['export', scopeId, ...(isWhole ? [] : [filter as ExactJson])];
    return exportScope(inScope(this.pool, scopeId), {
      scope,
      system: this.system,
      filter: isWhole ? null : filter,
      now: dateOfNanos(this.clock.nowNanos()),
      // The cursor is authenticated: this service wrote the position, so its shape needs no second check.
      from:
        after === undefined
          ? null
          : { cursor: after, position: (await this.cursors.read(binding, after)) as unknown as ExportPosition },
      cursorOf: (position) => this.cursors.write(binding, position as unknown as ExactJson),
      // Each page waits for its turn among the scope's requests, so that a long export does not hold up the others.
      turn: async (read) => {
        ends.throwIfAborted();
        const done = await this.shares.begin(scopeId, PAGE_COST, ends);
        try {
          return await read();
        } finally {
          done();
        }
      },
    });
  }
}

async function* following(
  first: IteratorResult<string, void>,
  pages: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (!first.done) yield first.value;
  yield* pages;
}
