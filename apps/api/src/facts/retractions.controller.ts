import { Controller, Get, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import type { QueryString } from '../http/query-parameters.js';
import { Needs } from '../http/route-rules.js';
import { readQuery } from '../schema/query.js';
import { ListRetractions, ListRetractionsQuery } from './list-retractions.handler.js';

@Controller('v1/retractions')
export class RetractionsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const { limit } = readQuery(ListRetractionsQuery, query);
    return this.queries.execute(new ListRetractions(request.identity.scope.scopeId, limit));
  }
}
