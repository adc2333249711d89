import { IsIn, IsNumber, IsOptional } from 'class-validator';
import { LINK_KINDS, weightRangeOf, type LinkKind } from '#contracts/links.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { LinkKey } from '#memories/links/memory-links.js';
import { BadRequest } from '../http/problems.js';
import { IsMemoryId } from '../http/validators.js';

/** Body of DELETE /v1/links: which link. */
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

/** The link that a body names. @throws BadRequest for one from a memory to itself */
export function linkKeyOf({ source, target, kind }: UnlinkDto): LinkKey {
  if (source === target) throw new BadRequest('source and target must be two memories');
  return { source: uuidOf(source), target: uuidOf(target), kind };
}

/** The weight of a link, 1 where none is given. @throws BadRequest for one that the kind does not allow */
export function linkWeightOf({ kind, weight }: LinkDto): number {
  const [least, most] = weightRangeOf(kind);
  const given = weight ?? 1;
  if (given < least || given > most)
    throw new BadRequest(`weight of ${kind} must be from ${String(least)} to ${String(most)}`);
  return given;
}

function uuidOf(memoryId: string): string {
  const uuid = uuidOfMemoryId(memoryId);
  if (uuid === null) throw new TypeError('a validated memory id has a UUID');
  return uuid;
}
