import { Controller, Get, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { BadRequest } from '../http/problems.js';
import type { QueryString } from '../http/query-parameters.js';
import { readQuery } from '../schema/query.js';
import { FetchGraph } from './graph-page.handler.js';
import { GraphPageQuery } from './graph-page.query.js';

@Controller('v1/graph')
export class GraphController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Needs('recall')
  page(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const { limit, cursor, include_statements, include_memories, include_memory_edges, include_candidates } = readQuery(
      GraphPageQuery,
      query,
    );
    if (include_memory_edges && !include_memories) throw new BadRequest('include_memory_edges needs include_memories');
    return this.queries.execute(
      new FetchGraph(request.identity.scope.scopeId, {
        limit,
        cursor,
        includeStatements: include_statements,
        includeMemories: include_memories,
        includeMemoryEdges: include_memory_edges,
        includeCandidates: include_candidates,
      }),
    );
  }
}
