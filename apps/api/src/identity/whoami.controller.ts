import { Controller, Get, Req } from '@nestjs/common';
import { PERMISSIONS } from '#access/permissions.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';

/** GET /v1/whoami: identity of the caller, to test connection and credential. */
@Controller('v1/whoami')
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
