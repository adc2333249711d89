import * as z from 'zod';
import { LINK_KINDS, weightRangeOf } from '#contracts/links.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { LinkKey } from '#memories/links/memory-links.js';
import { choice, memoryId } from '#request-schema/fields.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { refusing } from '#request-schema/refusal.js';
import { BadRequest } from '../http/problems.js';

/** Body of DELETE /v1/links. */
export const UnlinkDto = z.object({
  source: memoryId(),
  target: memoryId(),
  kind: choice(LINK_KINDS, { refusal: `$field must be one of ${LINK_KINDS.join(', ')}` }),
});
export type UnlinkDto = z.infer<typeof UnlinkDto>;

/** Weight; its range depends on the kind of link, see `linkWeightOf`. */
const WEIGHT = withKeywords(z.number(refusing('$field must be a number')), {
  ...{ type: 'number', minimum: -1, maximum: 1 },
  description: 'Weight of the link. Default 1. Only `contradicts` allows negative weights.',
});

/** Body of POST /v1/links. */
export const LinkDto = UnlinkDto.extend({ weight: WEIGHT.nullish() });
export type LinkDto = z.infer<typeof LinkDto>;

/** Key of the link in a body. @throws BadRequest if source and target are the same memory */
export function linkKeyOf({ source, target, kind }: UnlinkDto): LinkKey {
  if (source === target) throw new BadRequest('source and target must be two memories');
  return { source: uuidOf(source), target: uuidOf(target), kind };
}

/** Weight of a link, by default 1. @throws BadRequest if it is outside the range of the kind */
export function linkWeightOf({ kind, weight }: LinkDto): number {
  const [min, max] = weightRangeOf(kind);
  const value = weight ?? 1;
  if (value < min || value > max)
    throw new BadRequest(`weight of ${kind} must be from ${String(min)} to ${String(max)}`);
  return value;
}

function uuidOf(id: string): string {
  const uuid = uuidOfMemoryId(id);
  if (uuid === null) throw new TypeError('a validated memory id has a UUID');
  return uuid;
}
