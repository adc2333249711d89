import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { uuidParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { readQuery } from '../schema/query.js';
import { ListStatementsQuery } from './list-statements.query.js';
import { GetStatement, ListStatements } from './statements.queries.js';

@Controller('v1/statements')
export class StatementsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const { subject, predicate, kind, min_confidence, only_current, limit } = readQuery(ListStatementsQuery, query);
    return this.queries.execute(
      new ListStatements(request.identity.scope.scopeId, {
        ...(subject === undefined ? {} : { subject }),
        ...(predicate === undefined ? {} : { predicate }),
        ...(kind === undefined ? {} : { kind }),
        minConfidence: min_confidence,
        onlyCurrent: only_current,
        limit,
      }),
    );
  }

  @Get(':id')
  @Needs('recall')
  get(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new GetStatement(request.identity.scope.scopeId, uuidParameter(id)));
  }
}
