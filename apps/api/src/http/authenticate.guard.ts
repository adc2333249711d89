import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { Authenticator } from '#access/authenticator.js';
import type { Permission } from '#access/permissions.js';
import { Admission } from './admission.js';
import { Forbidden, Unauthorized } from './problems.js';

/** Where `Needs` says it, in the metadata of a route's handler. */
export const PERMISSION = 'engraph:permission';

/** The permission a route needs; `any` valid credential for those that only say who one is. */
export const Needs = (permission: Permission | 'any') => SetMetadata(PERMISSION, permission);

const STORES_MEMORY = 'engraph:stores-memory';

/** A route whose requests each store a memory: they count against the quota, and wait in batches. */
export const StoresMemory = () => SetMetadata(STORES_MEMORY, true);

/** A request after authentication. */
export type AuthenticatedRequest = FastifyRequest & { identity: Identity };

/**
 * Resolves the credential of every /v1 route to its scope; nothing else in a request can name one. Requests past a
 * limit end here, those of an overload before anything is asked of the database.
 */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly admission: Admission,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const needed = this.reflector.get<Permission | 'any' | undefined>(PERMISSION, context.getHandler());
    if (needed === undefined) throw new TypeError('a guarded route must say which permission it needs');
    const storesMemory = this.reflector.get<boolean | undefined>(STORES_MEMORY, context.getHandler()) ?? false;
    if (!storesMemory) this.admission.checkLoad();
    request.identity = await this.identify(credentialOf(request));
    await this.admission.admit(request.identity, storesMemory, request, http.getResponse<FastifyReply>());
    if (needed !== 'any') requirePermission(request, needed);
    return true;
  }

  private async identify(credential: string): Promise<Identity> {
    const identity = await this.authenticator.authenticate(credential);
    if (!identity) throw new Unauthorized('the credential is not valid');
    return identity;
  }
}

/** For a route whose body decides what it needs. @throws Forbidden */
export function requirePermission(request: AuthenticatedRequest, needed: Permission): void {
  if (!request.identity.permissions.has(needed)) throw new Forbidden(needed);
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
