import { expect, test } from '@jest/globals';
import { compileSchema } from './documented-answers.js';
import { openApiDocument } from '#apps/api/src/openapi/document.js';

/** A node of the document with a schema and examples. */
interface Exemplified {
  readonly place: string;
  readonly values: readonly unknown[];
}

test('every example of a body, an answer, a parameter and an error is as its schema says', () => {
  const places = exemplified(openApiDocument(), 'openapi#');
  expect(places.length).toBeGreaterThan(40);
  const wrong = places.flatMap(({ place, values }) => {
    const validate = compileSchema(`${place}/schema`);
    return values
      .filter((value) => !validate(rounded(value)))
      .map((value) => ({ place, value, errors: validate.errors }));
  });
  expect(wrong).toEqual([]);
});

/** All such nodes at or below a value. */
function exemplified(value: unknown, place: string): Exemplified[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, part]) =>
    name === 'examples' ? [] : exemplified(part, `${place}/${encodeURIComponent(name.replaceAll('/', '~1'))}`),
  );
  if (!('schema' in value)) return below;
  const { example, examples = {} } = value as { example?: unknown; examples?: Record<string, { value?: unknown }> };
  const values = [example, ...Object.values(examples).map((one) => one.value)].filter((one) => one !== undefined);
  return values.length === 0 ? below : [...below, { place, values }];
}

/** As the validator reads JSON. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)));
}
