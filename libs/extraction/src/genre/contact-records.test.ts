import { expect, test } from '@jest/globals';
import { contactRecords } from './contact-records.js';

/** Cells of the contacts in a text, as "key value". */
function contactsIn(text: string): string[][] {
  return contactRecords(text).map(({ cells }) => {
    for (const { start, end, value } of cells) expect(text.slice(start, end)).toBe(value);
    return cells.map(({ key, value }) => `${key} ${value}`);
  });
}

test('a name with an address in brackets is a contact', () => {
  expect(
    contactsIn('commit 4be01d7\nAuthor: Ana Roth <ana@acme.example>\ncc Bo Falk (bo@acme.example) about it.'),
  ).toEqual([
    ['name Ana Roth', 'email ana@acme.example'],
    ['name Bo Falk', 'email bo@acme.example'],
  ]);
});

test('a line of a name, a role, a company and a number is a contact', () => {
  expect(contactsIn('Ana Roth | Head of Sales, Acme Ltd | +44 20 7946 0011')).toEqual([
    ['name Ana Roth', 'role Head of Sales', 'company Acme Ltd', 'phone +44 20 7946 0011'],
  ]);
  expect(contactsIn('Media contact: Ana Roth, +34 976 555 019, a.roth@acme.example')).toEqual([
    ['name Ana Roth', 'phone +34 976 555 019', 'email a.roth@acme.example'],
  ]);
});

test('the block below a signature is a contact', () => {
  const letter =
    'Hi Bo,\n\nsee you on Monday.\n\nKind regards,\nAna Roth\nHead of Sales\nAcme Ltd\nT: +44 20 7946 0011';
  expect(contactsIn(letter)).toEqual([
    ['full name Ana Roth', 'role Head of Sales', 'company Acme Ltd', 'phone +44 20 7946 0011'],
  ]);
});

test('a name before a date, a sum or words is no contact', () => {
  expect(contactsIn('Ana Roth, 2026-05-01, 1204.55\nBo Falk, who has 12345678 followers\nCy Holm - 3 May')).toEqual([]);
});
