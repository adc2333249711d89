import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { msOfNanos, type Clock } from '#contracts/clock.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { resolveName } from '#entity-resolution/resolve/resolve-name.js';
import { findEntitiesByName } from '#graph/queries/find-entities-by-name.js';
import { jsonBytesOf, PAGE_BYTES, withinPage } from '#graph/queries/page-bytes.js';
import { buildContext, type Context } from '#recall/context/build-context.js';
import { recall, type RecalledMemory } from '#recall/recall.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { RETRIEVERS, type Retriever } from '#recall/retrievers/retriever.js';
import { bothFilters, searchFilterOf } from '#request-schema/memory-filter.js';
import { cleanName } from '#request-schema/text-fields.js';
import { CLOCK } from '../shared/clock.js';
import { survivorOf } from '../entities/entities.queries.js';
import { nameLists } from '../entities/name-lexicon.js';
import { LIMITS } from '../shared/request-limits.js';
import { AccessCounts } from './access-counts.js';
import { DENSE } from './dense.js';
import { contextLinesOf, contextTokensOf, questionOf, resultsOf, type RecallDto } from './recall.dto.js';

/** Recalls the memories of a scope that answer a query. */
export class RecallMemories extends Query<RecallAnswer> {
  constructor(
    readonly scopeId: string,
    readonly dto: RecallDto,
  ) {
    super();
  }
}

interface RecallAnswer extends Partial<Context> {
  readonly answer_kind: string;
  /** Why there is no answer; absent if there is one. */
  readonly none_because?: string;
  readonly memories: readonly RecalledMemory[];
  /** Present if memories were left out because the response would be too long. */
  readonly truncated?: true;
  /** Trace as a JSON string. */
  readonly trace?: string;
}

@QueryHandler(RecallMemories)
export class RecallMemoriesHandler implements IQueryHandler<RecallMemories> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(AccessCounts) private readonly accesses: AccessCounts,
    @Inject(DENSE) private readonly dense: Retriever | null,
    @Inject(IndexCache) private readonly indexes: IndexCache,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, dto }: RecallMemories): Promise<RecallAnswer> {
    const sql = inScope(this.pool, scopeId);
    const text = questionOf(dto);
    const filter = await filterOf(sql, scopeId, dto);
    const retrievers = RETRIEVERS.filter((name) => dto.retrievers?.includes(name) ?? true);
    const { answer_kind, none_because, memories, truncated, trace } = await recall(sql, scopeId, {
      ...{ text, maxResults: resultsOf(dto), filter, retrievers, dense: this.dense, indexCache: this.indexes },
      nowMs: msOfNanos(this.clock.nowNanos()),
      ...{ neighbours: dto.neighbours ?? true, minConfidence: dto.min_confidence ?? 0 },
    });
    const maxTokens = contextTokensOf(dto);
    const context =
      maxTokens === null
        ? {}
        : await buildContext(...([sql, scopeId, { text, filter }, { answer_kind, memories }] as const), {
            maxTokens,
            ...contextLinesOf(dto),
          });
    const traced = (answered: number) => (dto.include_trace ? { trace: stringifyExact(trace(answered)) } : {});
    const judged = { answer_kind, ...(none_because && { none_because }) };
    const rest = jsonBytesOf({ ...judged, memories: [], truncated: true, ...context, ...traced(LIMITS.recall) });
    const page = withinPage(memories, PAGE_BYTES - rest);
    this.accesses.note(
      scopeId,
      page.items.map((memory) => memory.memory_id),
    );
    return {
      ...{ ...judged, memories: page.items },
      ...(truncated || page.truncated ? { truncated: true } : {}),
      ...{ ...context, ...traced(page.items.length) },
    };
  }
}

/** Filter of a request. @throws NotFound if the subject is an id of no entity; BadRequest if its parts contradict */
async function filterOf(sql: Sql, scopeId: string, dto: RecallDto): Promise<SearchFilter> {
  const { session, kind, subject } = dto;
  const [since, until] = [dto.since_unix_nanos ?? dto.since, dto.until_unix_nanos ?? dto.until];
  const filter = bothFilters(searchFilterOf({ session, kind, since, until }), searchFilterOf(dto.filter));
  return subject ? { ...filter, subjects: await subjectsOf(sql, scopeId, subject) } : filter;
}

/** Entities that a subject may denote: by its id, or by a name as `POST /v1/entities/resolve` resolves it. */
async function subjectsOf(sql: Sql, scopeId: string, subject: string): Promise<readonly string[]> {
  if (isUuid(subject)) return [await survivorOf(sql, scopeId, subject.toLowerCase())];
  const request = { name: cleanName(subject), type: null, context: null };
  const [named, { candidateIds }] = await Promise.all([
    findEntitiesByName(sql, scopeId, subject),
    resolveName(sql, scopeId, request, nameLists()),
  ]);
  return [...new Set([...named, ...candidateIds])];
}
