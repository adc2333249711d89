import { BadRequest } from './problems.js';

/** Entity tag of a version. */
export function etagOf(version: number): string {
  return `"${String(version)}"`;
}

/**
 * Version that `If-Match` names; undefined without the header, or for `*`.
 * @throws BadRequest if it is not the ETag of an answer
 */
export function expectedVersion(ifMatch: string | string[] | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const version = /^"([1-9][0-9]{0,8})"$/.exec(String(ifMatch))?.[1];
  if (version === undefined)
    throw new BadRequest('If-Match must be one ETag as the service gave it, such as "2", or *');
  return Number(version);
}
