import type * as z from 'zod';
import { flag, memoryId } from '#request-schema/fields.js';
import { MemoryFilterDto, searchFilterOf } from '#request-schema/memory-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { BadRequest } from '../http/problems.js';
import { ForgetMemoryDto } from './forget-memory.dto.js';

/** Body of DELETE /v1/memories: one memory by its id, or those that pass a filter. */
export const ForgetMemoriesDto = ForgetMemoryDto.extend({
  memory_id: memoryId().nullish(),
  filter: MemoryFilterDto.nullish(),
  all: flag('True, instead of a filter: all memories.').nullish(),
  dry_run: flag('True: only tell which memories would be forgotten. With `filter` or `all`.').nullish(),
});
export type ForgetMemoriesDto = z.infer<typeof ForgetMemoriesDto>;

/** What a body asks to forget: one memory, or those that pass a filter. */
export type ToForget =
  | { readonly one: ForgetMemoryDto }
  | { readonly filter: SearchFilter; readonly hard: boolean; readonly dryRun: boolean };

/** @throws BadRequest unless the body has exactly one of memory_id, filter and all, and a filter with a condition */
export function toForgetOf({ memory_id, filter, all, dry_run, hard }: ForgetMemoriesDto): ToForget {
  const given = [memory_id ?? null, filter ?? null, all === true ? all : null].filter((one) => one !== null);
  if (given.length !== 1) throw new BadRequest('the body must have exactly one of memory_id, filter, and all: true');
  if (typeof memory_id === 'string') {
    if (dry_run === true) throw new BadRequest('dry_run goes with filter or all, not with memory_id');
    return { one: { memory_id, hard } };
  }
  const conditions = searchFilterOf(filter);
  if (all !== true && Object.keys(conditions).length === 0)
    throw new BadRequest('filter has no condition; to forget all memories, send {"all": true} instead');
  return { filter: conditions, hard: hard ?? false, dryRun: dry_run ?? false };
}
