import * as z from 'zod';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { MemoryFilterDto } from '#request-schema/memory-filter.js';
import { validateBody } from '#request-schema/validate-body.js';

/** A filter as a route reads it from JSON. @throws BadRequest if it is invalid */
export function parsedFilter(filter: object): MemoryFilterDto {
  const body = parseExact(stringifyExact({ filter }));
  return validateBody(z.object({ filter: MemoryFilterDto }), body).filter;
}
