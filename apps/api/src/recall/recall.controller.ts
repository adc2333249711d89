import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuthenticateGuard, Needs, type AuthenticatedRequest } from '../http/authenticate.guard.js';
import { validateBody } from '../http/validate-body.js';
import { RecallDto } from './recall.dto.js';
import { RecallMemories } from './recall.handler.js';

@Controller('v1/recall')
@UseGuards(AuthenticateGuard)
export class RecallController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @HttpCode(200)
  @Needs('recall')
  recall(@Req() request: AuthenticatedRequest, @Body() body: unknown) {
    return this.queries.execute(new RecallMemories(request.identity.scope.scopeId, validateBody(RecallDto, body)));
  }
}
