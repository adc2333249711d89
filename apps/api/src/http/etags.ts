import { entityTagOf, type EntityView } from '#graph/queries/entity-view.js';
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
  if (version === undefined) throw notATag('2');
  return Number(version);
}

/** Entity tag of what a caller can put right of an entity. */
export function entityEtag(entity: EntityView): string {
  return `"${entityTagOf(entity)}"`;
}

/**
 * Tag of an entity that `If-Match` names; undefined without the header, or for `*`.
 * @throws BadRequest if it is not the ETag of an answer
 */
export function expectedEntityTag(ifMatch: string | string[] | undefined): string | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const tag = /^"([0-9a-f]{16})"$/.exec(String(ifMatch))?.[1];
  if (tag === undefined) throw notATag('9f86d081884c7d65');
  return tag;
}

function notATag(example: string): BadRequest {
  return new BadRequest(`If-Match must be one ETag as the service gave it, such as "${example}", or *`);
}
