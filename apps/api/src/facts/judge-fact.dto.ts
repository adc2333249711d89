import * as z from 'zod';
import { storableText } from '#request-schema/text-fields.js';
import { validateBody } from '#request-schema/validate-body.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of the routes that confirm or retract a fact. */
export const JudgeFactDto = z.object({
  reason: storableText(LIMITS.reason_bytes, {
    blank: true,
    about: 'Why, for people who read the log; at most 1 KiB. It is kept until the scope is erased.',
  }).nullish(),
});

/** Reason in a body, which may be left out; null if there is none. */
export function reasonOf(body: unknown): string | null {
  return validateBody(JudgeFactDto, body === undefined ? {} : body).reason ?? null;
}
