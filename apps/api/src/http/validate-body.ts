import { validateSync, type ValidationError } from 'class-validator';
import { BadRequest } from './problems.js';

/** Property names that every object inherits; setting one would change the DTO itself. */
const INHERITED = new Set(['__proto__', ...Object.getOwnPropertyNames(Object.prototype)]);

/**
 * Validates a body as an instance of its DTO; unknown fields are ignored.
 * @throws BadRequest about the first invalid field
 */
export function validateBody<T extends object>(Dto: new () => T, body: unknown): T {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new BadRequest('the body must be a JSON object');
  const dto = new Dto();
  for (const [name, value] of Object.entries(body)) if (!INHERITED.has(name)) Reflect.set(dto, name, value);
  const [error] = validateSync(dto, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: true });
  if (error) throw new BadRequest(messageOf(error));
  return dto;
}

function messageOf(error: ValidationError): string {
  const own = Object.values(error.constraints ?? {})[0];
  const [child] = error.children ?? [];
  return own ?? (child ? messageOf(child) : `${error.property} is invalid`);
}
