import { expect, test } from '@jest/globals';
import { isOfRecord } from './record-origin.js';
import type { Claim } from './claim.js';

const TOLD = { polarity: 'asserted', event_at_unix_nanos: 0n, confidence: 0.9, stage: 'pattern' } as const;

function reportsTo(name: string): Claim {
  return { type: 'reports_to', from: { type: 'person', name: 'Ana Roth' }, to: { type: 'person', name }, ...TOLD };
}

function occupation(value: string): Claim {
  const object = { kind: 'value', value: { type: 'text', value } } as const;
  const subject = { type: 'person', name: 'Ana Roth' } as const;
  return { kind: 'attribute', predicate: 'occupation', subject, object, text: '', ...TOLD };
}

test('a claim whose object stands in a line of data is of a record', () => {
  const table = 'As of today:\n\n| Name | Boss | Role |\n|---|---|---|\n| Ana Roth | Falk, Bo | nurse |';
  expect(isOfRecord(table, reportsTo('Bo Falk'))).toBe(true);
  expect(isOfRecord(table, occupation('nurse'))).toBe(true);
});

test('a claim whose object stands in a sentence, or nowhere, is of none', () => {
  expect(isOfRecord('Ana Roth is a nurse.\n\n| Name | Role |\n|---|---|\n| Bo | cook |', occupation('nurse'))).toBe(
    false,
  );
  expect(isOfRecord('| Name | Role |\n|---|---|\n| Bo | cook |', occupation('nurse'))).toBe(false);
});
