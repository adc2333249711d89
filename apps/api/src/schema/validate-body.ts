import type * as z from 'zod';
import { BadRequest } from '../http/problems.js';
import { refuseUnknownFields } from './unknown-fields.js';

/**
 * Validates a body by its definition.
 * @throws BadRequest about an unknown field, or the first invalid one
 */
export function validateBody<T extends z.ZodObject>(definition: T, body: unknown): z.infer<T> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new BadRequest('the body must be a JSON object');
  refuseUnknownFields(body, definition);
  const { success, data, error } = definition.safeParse(body);
  if (success) return data;
  throw new BadRequest(error.issues[0]?.message ?? 'the body is invalid');
}
