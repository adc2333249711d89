import * as z from 'zod';
import { flag, memoryId } from '#request-schema/fields.js';

/** Body of DELETE /v1/memories and payload of a ForgetMemory command. */
export const ForgetMemoryDto = z.object({
  memory_id: memoryId(),
  hard: flag('True erases the text at once. Default false: the text is erased after 7 days.').nullish(),
});
export type ForgetMemoryDto = z.infer<typeof ForgetMemoryDto>;
