import { closestMatch } from 'leven';
import { BadRequest } from './problems.js';

/** Names of a request that are repeated in a message are cut to this length. */
const MAX_SHOWN = 64;

/** Bodies and queries of requests that asked to have unknown names ignored. */
const LENIENT = new WeakSet<object>();

/** Makes `refuseUnknownFields` and `refuseUnknownParameters` accept this body or query. */
export function ignoreUnknownNames(input: unknown): void {
  if (typeof input === 'object' && input !== null) LENIENT.add(input);
}

/** Whether unknown names in a body or query are to be ignored. */
export function isLenient(input: object): boolean {
  return LENIENT.has(input);
}

/** Treats a body made of a part of another input like that one. */
export function beAsLenient(body: object, input: object): void {
  if (LENIENT.has(input)) LENIENT.add(body);
}

/**
 * Refuses parameters of a query string that a route does not have.
 * @throws BadRequest naming the first unknown parameter, and the known one that is nearest
 */
export function refuseUnknownParameters(query: object, known: readonly string[]): void {
  if (isLenient(query)) return;
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new BadRequest(`unknown parameter ${hint(unknown, known, '')}`);
}

/** Message about an unknown name: the nearest known one or, where none is near, all of them. */
export function hint(name: string, known: readonly string[], path: string): string {
  const shown = `\`${path}${name.slice(0, MAX_SHOWN)}\``;
  const near = nearest(name.slice(0, MAX_SHOWN).toLowerCase(), known);
  if (near !== undefined) return `${shown}; did you mean \`${path}${near}\`?`;
  return known.length === 0 ? shown : `${shown}; known are ${known.map((one) => `\`${path}${one}\``).join(', ')}`;
}

/** Name with the fewest edits, at most one for each three letters; else one that contains it or is contained. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  return (
    closestMatch(name, known, { maxDistance }) ??
    known.find((one) => name.length > 3 && (one.includes(name) || name.includes(one)))
  );
}
