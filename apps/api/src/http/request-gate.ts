import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '#access/authenticator.js';
import type { Permission } from '#access/permissions.js';
import { EventLoopQueue } from '#fairness/event-loop-queue.js';
import { Admission } from './admission.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { bearerOf, credentialOf } from './credential.js';
import { Forbidden, Unauthorized } from './problems.js';
import type { RouteRules } from './route-rules.js';

/** Admits or refuses a request before its body is read. */
export interface RequestGate {
  /** Resolves if the request is admitted. @throws an error that `problemOf` knows, if it is refused */
  admit(request: FastifyRequest, reply: FastifyReply, rules: RouteRules): Promise<void>;
}

/** Injection token of an application's gate. */
export const REQUEST_GATE = Symbol('request gate');

/**
 * Resolves the credential of a /v1 request to its scope; nothing else in a request can select a scope. Applies rate
 * limits, permissions and the quota.
 */
@Injectable()
export class CredentialGate implements RequestGate {
  /** Admits one request without a cached valid credential per event-loop iteration; see `guardRequests`. */
  private readonly anonymous = new EventLoopQueue();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly admission: Admission,
  ) {}

  async admit(request: FastifyRequest, reply: FastifyReply, rules: RouteRules): Promise<void> {
    const { permissions, storesMemory } = rules;
    if (!this.isOfKnownCaller(request)) await this.anonymous.next();
    const credential = credentialOf(request);
    const identity = await this.authenticator.authenticate(credential);
    if (!identity) throw new Unauthorized('the credential is not valid');
    const known = Object.assign(request, { identity });
    await this.admission.countRequest(identity, reply);
    for (const permission of permissions ?? []) requirePermission(known, permission);
    // Last: only callers who may write may learn whether a write repeats an earlier one.
    if (storesMemory) await this.admission.countMemory(identity, known, reply);
  }

  private isOfKnownCaller({ headers }: FastifyRequest): boolean {
    const apiKey = headers['x-api-key'];
    return this.authenticator.knows(typeof apiKey === 'string' ? apiKey.trim() : bearerOf(headers.authorization ?? ''));
  }
}

/** Checks a permission; handlers call it if the body decides which permission a request needs. @throws Forbidden */
export function requirePermission(request: AuthenticatedRequest, needed: Permission): void {
  if (!request.identity.permissions.has(needed)) throw new Forbidden(needed);
}
