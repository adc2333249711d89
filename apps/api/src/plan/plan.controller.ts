import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { PlanDto, planRequest } from './plan.dto.js';
import { Plan } from './plan.handler.js';

@Controller('v1/plan')
export class PlanController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @HttpCode(200)
  @Needs('plan')
  plan(@Req() request: AuthenticatedRequest, @Body() body: unknown) {
    const dto = validateBody(PlanDto, body);
    return this.queries.execute(new Plan(request.identity.scope.scopeId, planRequest(dto)));
  }
}
