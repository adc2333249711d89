import { expect, test } from '@jest/globals';
import { LineForms } from './line-forms.js';
import { recordClaims } from './record-claims.js';
import { recordsOf } from './records.js';

const TOLD_AT = BigInt(Date.UTC(2026, 5, 1)) * 1_000_000n;

/** Claims and ends of a text's records in words; an end that is only likely has a question mark. */
function readIn(text: string): string[] {
  return recordsOf(text, new LineForms(text)).flatMap((record) => {
    const { relations, statements, ends } = recordClaims(record, () => null, TOLD_AT);
    return [
      ...relations.map(({ type, from, to }) => `${from.name} ${type} ${to.name}`),
      ...statements.map(({ subject, predicate, value }) => `${subject.name} ${predicate} ${value.value}`),
      ...ends.map(({ subject, predicate, isStated }) => `${subject.name} ${predicate} ended${isStated ? '' : '?'}`),
    ];
  });
}

const JOB = ['Ana Roth works_at ended', 'Ana Roth reports_to ended', 'Ana Roth occupation ended'];

test('a record of somebody who left ends the job, and does not state it', () => {
  expect(readIn('{"name":"Ana Roth","role":"nurse","company":"Acme","left":"2026-05-31"}')).toEqual(JOB);
  expect(readIn('{"employee":"Ana Roth","role":"nurse","active":false}')).toEqual(JOB);
  expect(readIn('employee,field,old,new\nAna Roth,employment,active,terminated (resigned)')).toEqual(JOB);
  expect(readIn('{"name":"Ana Roth","role":"nurse","end_date":"2026-12-31"}')).toEqual(['Ana Roth occupation nurse']);
});

test('who is replaced has the job no longer', () => {
  expect(readIn('{"name":"Ana Roth","role":"matron","replaces":"Bo Falk"}')).toEqual([
    'Ana Roth occupation matron',
    'Bo Falk reports_to ended',
    'Bo Falk occupation ended',
  ]);
});

test('a cell that is empty, or has a value that is not read, makes what it gave before doubtful', () => {
  expect(readIn('employee,phone,city,boss\nAna Roth,,Ghent,-')).toEqual([
    'Ana Roth lives_in Ghent',
    'Ana Roth phone ended?',
    'Ana Roth reports_to ended?',
  ]);
  expect(readIn('{"employee":"Ana Roth","email":null,"diet":"eats fish since 2025-12"}')).toEqual([
    'Ana Roth email ended?',
    'Ana Roth diet ended?',
  ]);
});

test('what is not known, what never ends, and the objects inside make nothing doubtful', () => {
  expect(readIn('employee,phone,dob,nationality\nAna Roth,?,,')).toEqual([]);
  expect(readIn('employee: Ana Roth\ncontact:\n  email: a@b.example\nphone: n/a\nrole: vacant')).toEqual([
    'Ana Roth email a@b.example',
    'Ana Roth occupation ended?',
  ]);
  expect(readIn('{"ship_to":{"contact":"Ana Roth","city":null}}')).toEqual([]);
});
