import { validate as isUuid } from 'uuid';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { BadRequest } from './problems.js';

/** Query string as Fastify parses it: a repeated name is an array. */
export type QueryString = Readonly<Record<string, unknown>>;

/** Value of a parameter that may occur at most once. @throws BadRequest if it is repeated */
export function single(query: QueryString, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new BadRequest(`${name} must be given once`);
}

/** Text parameter. @throws BadRequest if it contains NUL or a lone surrogate */
export function textOf(query: QueryString, name: string): string | undefined {
  const value = single(query, name);
  if (value !== undefined && (value.includes('\0') || !value.isWellFormed()))
    throw new BadRequest(`${name} must be text without NUL or lone surrogates`);
  return value;
}

/** The parameter `limit`, clamped to 1..max. @throws BadRequest if it is not an integer */
export function limitOf(query: QueryString, fallback: number, max: number): number {
  return Math.max(1, Math.min(max, Number(integerOf(query, 'limit') ?? fallback)));
}

/** Integer parameter without loss of precision. @throws BadRequest if it is not an integer */
export function integerOf(query: QueryString, name: string): bigint | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  if (!/^-?[0-9]+$/.test(value)) throw new BadRequest(`${name} must be an integer`);
  return BigInt(value);
}

/** Number parameter from 0 to 1. @throws BadRequest if it is not such a number */
export function shareOf(query: QueryString, name: string): number | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  if (!/^(0(\.\d{1,20})?|1(\.0{1,20})?)$/.test(value)) throw new BadRequest(`${name} must be a number from 0 to 1`);
  return Number(value);
}

/** Boolean parameter. @throws BadRequest unless it is true, false or absent */
export function booleanOf(query: QueryString, name: string): boolean | undefined {
  const value = single(query, name);
  if (value === undefined || value === 'true' || value === 'false')
    return value === undefined ? value : value === 'true';
  throw new BadRequest(`${name} must be true or false`);
}

/** Enumerated parameter. @throws BadRequest unless it is one of the choices */
export function choiceOf<const T extends string>(
  query: QueryString,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  const choice = choices.find((c) => c === value);
  if (choice === undefined) throw new BadRequest(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}

/** UUID parameter in lower case. @throws BadRequest if it is not a UUID */
export function uuidParameter(value: string): string {
  if (!isUuid(value)) throw new BadRequest('the id must be a UUID');
  return value.toLowerCase();
}

/** UUID of a decimal memory id. @throws BadRequest if it is not a valid id */
export function memoryParameter(value: string): string {
  const uuid = uuidOfMemoryId(value);
  if (uuid === null) throw new BadRequest('the memory id must be a decimal string below 2^128');
  return uuid;
}
