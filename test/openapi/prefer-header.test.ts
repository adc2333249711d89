import { expect, test } from '@jest/globals';
import { preferredWait } from '#apps/api/src/http/preferences.js';
import { PREFER_WAIT } from '#apps/api/src/openapi/operations/memory-parts.js';

const { schema } = PREFER_WAIT as unknown as { readonly schema: { readonly pattern: string } };
const isDocumented = (prefer: string): boolean => new RegExp(schema.pattern).test(prefer);

test.each([
  ['wait=10', 10],
  ['wait=0', 0],
  ['wait=999999999', 30],
  ['handling=lenient', 0],
  ['handling=strict', 0],
  ['wait=10, handling=lenient', 10],
  ['handling=lenient,wait=7', 7],
])('the document allows `Prefer: %s`, which the service takes as a wait of %p seconds', (prefer, seconds) => {
  expect([isDocumented(prefer), preferredWait(prefer)]).toEqual([true, seconds]);
});

test.each([
  '',
  'wait',
  'wait=',
  'wait=-1',
  'wait=ten',
  'wait=1.5',
  'handling=loose',
  'wait=1 handling=lenient',
  'wait=1,',
])('the document does not allow `Prefer: %s`', (prefer) => {
  expect(isDocumented(prefer)).toBe(false);
});
