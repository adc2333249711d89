import { Controller, Get, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { BadRequest } from '../http/problems.js';
import { booleanOf, limitOf, single } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { FetchGraph } from './graph-page.handler.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_LIMIT = 200;

@Controller('v1/graph')
export class GraphController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Needs('recall')
  page(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const includeMemories = booleanOf(query, 'include_memories') ?? false;
    const includeMemoryEdges = booleanOf(query, 'include_memory_edges') ?? false;
    if (includeMemoryEdges && !includeMemories) throw new BadRequest('include_memory_edges needs include_memories');
    return this.queries.execute(
      new FetchGraph(request.identity.scope.scopeId, {
        limit: limitOf(query, DEFAULT_LIMIT, LIMITS.graph),
        cursor: single(query, 'cursor'),
        includeStatements: booleanOf(query, 'include_statements') ?? false,
        includeMemories,
        includeMemoryEdges,
      }),
    );
  }
}
