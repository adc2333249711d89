import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { ReasonDto, reasonRequest } from './reason.dto.js';
import { Reason } from './reason.handler.js';

@Controller('v1/reason')
export class ReasonController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @HttpCode(200)
  @Needs('reason')
  reason(@Req() request: AuthenticatedRequest, @Body() body: unknown) {
    const dto = validateBody(ReasonDto, body);
    return this.queries.execute(new Reason(request.identity.scope.scopeId, reasonRequest(dto)));
  }
}
