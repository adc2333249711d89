import type * as z from 'zod';
import { InvalidInput } from './invalid-input.js';
import { refuseUnknownFields } from './unknown-names.js';

/**
 * Validates a body by its definition.
 * @throws InvalidInput about an unknown field, or the first invalid one
 */
export function validateBody<T extends z.ZodObject>(definition: T, body: unknown): z.infer<T> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new InvalidInput('the body must be a JSON object');
  refuseUnknownFields(body, definition);
  const { success, data, error } = definition.safeParse(body);
  if (success) return data;
  throw new InvalidInput(error.issues[0]?.message ?? 'the body is invalid');
}
