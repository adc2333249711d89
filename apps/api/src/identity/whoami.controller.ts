import { Controller, Get, Req, UseGuards } from '@nestjs/common';
import { PERMISSIONS } from '#access/permissions.js';
import { AuthenticateGuard, Needs, type AuthenticatedRequest } from '../http/authenticate.guard.js';

/** Tells a caller who it is: a probe of connection and credential. */
@Controller('v1/whoami')
@UseGuards(AuthenticateGuard)
export class WhoamiController {
  @Get()
  @Needs('any')
  whoami(@Req() { identity }: AuthenticatedRequest): object {
    const { scope, keyId, permissions, auth } = identity;
    return {
      identity: keyId,
      namespace: scope.namespace,
      agent: scope.agent,
      agent_id: scope.scopeId,
      permissions: Object.fromEntries(PERMISSIONS.map((name) => [`can_${name}`, permissions.has(name)])),
      auth,
    };
  }
}
