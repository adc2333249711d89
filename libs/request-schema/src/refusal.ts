import type * as z from 'zod';

/** Message for an invalid value; `$field` stands for the name of the field. */
export type RefusalText = string | ((value: unknown) => string);

/** Parameters of a zod type that refuses a value with such a message. */
export function refusing(refusal: RefusalText): { error: z.core.$ZodErrorMap } {
  return {
    error: ({ path = [], input }) => {
      const message = typeof refusal === 'string' ? refusal : refusal(input);
      return message.replaceAll('$field', path.filter((part) => typeof part === 'string').join('.'));
    },
  };
}

/** `a, b or c`. */
export function listedChoices(values: readonly (string | number)[]): string {
  const names = values.map(String);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${String(names.at(-1))}`;
}
