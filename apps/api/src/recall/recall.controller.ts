import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { LIMITS } from '../shared/request-limits.js';
import { RecallDto } from './recall.dto.js';
import { RecallMemories } from './recall.handler.js';

@Controller('v1/recall')
export class RecallController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @HttpCode(200)
  @Needs('recall')
  @TakesBody(LIMITS.body_bytes)
  recall(@Req() request: AuthenticatedRequest, @Body() body: unknown) {
    return this.queries.execute(new RecallMemories(request.identity.scope.scopeId, validateBody(RecallDto, body)));
  }
}
