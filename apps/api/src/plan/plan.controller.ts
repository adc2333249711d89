import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuthenticateGuard, Needs, type AuthenticatedRequest } from '../http/authenticate.guard.js';
import { validateBody } from '../http/validate-body.js';
import { PlanDto, planRequest } from './plan.dto.js';
import { Plan } from './plan.handler.js';

@Controller('v1/plan')
@UseGuards(AuthenticateGuard)
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
