import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { Authenticator } from '#access/authenticator.js';
import type { Permission } from '#access/permissions.js';
import { Forbidden, Unauthorized } from './problems.js';

/** Where `Needs` says it, in the metadata of a route's handler. */
export const PERMISSION = 'engraph:permission';

/** The permission a route needs; `any` valid credential for those that only say who one is. */
export const Needs = (permission: Permission | 'any') => SetMetadata(PERMISSION, permission);

/** A request after authentication. */
export type AuthenticatedRequest = FastifyRequest & { identity: Identity };

/** Resolves the credential of every /v1 route to its scope; nothing else in a request can name one. */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const needed = this.reflector.get<Permission | 'any' | undefined>(PERMISSION, context.getHandler());
    if (needed === undefined) throw new TypeError('a guarded route must say which permission it needs');
    request.identity = await this.identify(credentialOf(request));
    if (needed !== 'any' && !request.identity.permissions.has(needed)) throw new Forbidden(needed);
    return true;
  }

  private async identify(credential: string): Promise<Identity> {
    const identity = await this.authenticator.authenticate(credential);
    if (!identity) throw new Unauthorized('the credential is not valid');
    return identity;
  }
}

/**
 * The key of either header; both may carry it, if they agree.
 * @throws Unauthorized when it is missing or blank, or the headers disagree
 */
function credentialOf(request: FastifyRequest): string {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  const bearer = authorization === undefined ? '' : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '');
  const header = typeof apiKey === 'string' ? apiKey.trim() : '';
  if (authorization !== undefined && apiKey !== undefined && bearer !== header)
    throw new Unauthorized('the two credential headers disagree');
  const credential = bearer || header;
  if (credential === '') throw new Unauthorized('a credential is required: Authorization: Bearer or X-API-Key');
  return credential;
}
