import { IsIn, IsNumber, IsOptional } from 'class-validator';
import { LINK_KINDS, weightRangeOf, type LinkKind } from '#contracts/links.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { LinkKey } from '#memories/links/memory-links.js';
import { BadRequest } from '../http/problems.js';
import { IsMemoryId } from '../http/validators.js';

/** Body of DELETE /v1/links. */
export class UnlinkDto {
  @IsMemoryId()
  source!: string;

  @IsMemoryId()
  target!: string;

  @IsIn(LINK_KINDS, { message: `kind must be one of ${LINK_KINDS.join(', ')}` })
  kind!: LinkKind;
}

/** Body of POST /v1/links. */
export class LinkDto extends UnlinkDto {
  @IsOptional()
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'weight must be a number' })
  weight?: number | null;
}

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

function uuidOf(memoryId: string): string {
  const uuid = uuidOfMemoryId(memoryId);
  if (uuid === null) throw new TypeError('a validated memory id has a UUID');
  return uuid;
}
