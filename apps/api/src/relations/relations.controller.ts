import { Controller, Get, Param, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { uuidParameter } from '../http/query-parameters.js';
import { GetRelation } from './get-relation.handler.js';

@Controller('v1/relations')
export class RelationsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id')
  @Needs('recall')
  get(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new GetRelation(request.identity.scope.scopeId, uuidParameter(id)));
  }
}
