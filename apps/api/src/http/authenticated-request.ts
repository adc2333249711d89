import type { FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';

/** A request after authentication. */
export type AuthenticatedRequest = FastifyRequest & { identity: Identity };
