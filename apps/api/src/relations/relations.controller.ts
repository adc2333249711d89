import { Controller, Get, Param, Req, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuthenticateGuard, Needs, type AuthenticatedRequest } from '../http/authenticate.guard.js';
import { uuidParameter } from '../http/query-parameters.js';
import { GetRelation } from './get-relation.handler.js';

@Controller('v1/relations')
@UseGuards(AuthenticateGuard)
export class RelationsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id')
  @Needs('recall')
  get(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new GetRelation(request.identity.scope.scopeId, uuidParameter(id)));
  }
}
