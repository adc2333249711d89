import type { FastifyRequest } from 'fastify';
import { Unauthorized } from './problems.js';

/**
 * Credential of a request, from Authorization or X-API-Key. Both headers may carry it, even repeatedly, if all values
 * agree.
 * @throws Unauthorized if it is missing or blank, or the headers disagree
 */
export function credentialOf(request: FastifyRequest): string {
  const { authorization = [], 'x-api-key': apiKey = [] } = request.raw.headersDistinct;
  const [credential = '', ...others] = [...authorization.map(bearerOf), ...apiKey.map((value) => value.trim())];
  if (others.some((other) => other !== credential)) throw new Unauthorized('the credential headers disagree');
  if (credential === '') throw new Unauthorized('a credential is required: Authorization: Bearer or X-API-Key');
  return credential;
}

/** Token of `Bearer TOKEN`; empty for anything else. */
export function bearerOf(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}
