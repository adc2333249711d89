import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import { DecideFact, type FactDecisionRequest } from '../facts/decide-fact.handler.js';
import { AssertStatementDto, statementOf } from '../facts/assert-fact.dto.js';
import { reasonOf } from '../facts/judge-fact.dto.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { uuidParameter } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import type { QueryString } from '../http/query-parameters.js';
import { readQuery } from '../schema/query.js';
import { ListStatementsQuery } from './list-statements.query.js';
import { GetStatement, ListStatements } from './statements.queries.js';

@Controller('v1/statements')
export class StatementsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  assert(@Req() request: AuthenticatedRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() body: unknown) {
    return this.decide(request, reply, {
      decision: 'assert',
      fact: statementOf(validateBody(AssertStatementDto, body)),
    });
  }

  @Post(':id/confirm')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  confirm(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    return this.decide(request, reply, { decision: 'confirm', id: uuidParameter(id), reason: reasonOf(body) });
  }

  @Post(':id/retract')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  retract(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    return this.decide(request, reply, { decision: 'retract', id: uuidParameter(id), reason: reasonOf(body) });
  }

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

  private async decide(
    request: AuthenticatedRequest,
    reply: FastifyReply,
    decided: FactDecisionRequest,
  ): Promise<object> {
    const { scopeId } = request.identity.scope;
    const command = new DecideFact(scopeId, requestIdOf(request), 'statements', decided);
    const { result, replayed } = await this.commands.execute(command);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }
}
