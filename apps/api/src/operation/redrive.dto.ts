import * as z from 'zod';
import { memoryId } from '#request-schema/fields.js';

/** Body of POST /v1/operation/redrive. */
export const RedriveDto = z.object({ memory_id: memoryId().nullish() });
export type RedriveDto = z.infer<typeof RedriveDto>;
