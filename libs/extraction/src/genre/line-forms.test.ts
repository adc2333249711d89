import { expect, test } from '@jest/globals';
import { LineForms } from './line-forms.js';

const formsOf = (text: string) => new LineForms(text).before(text.length).map(({ form }) => form);

test.each([
  ['# Rota\n\n- Ana: early\n1. Bo: late', ['heading', 'blank', 'item', 'item']],
  ['| Week | Who |\n|---|---|\n| 10 | Mart Laas |', ['table', 'table', 'table']],
  [' id | name\n----+------\n  1 | Ana\n(1 row)', ['table', 'table', 'table', 'text']],
  ['name,role,mail\nAna,nurse,a@b.example', ['csv', 'csv']],
  ['name;role;mail\nAna;nurse;', ['csv', 'csv']],
  ['Eggs, flour, milk.\nBread, butter, jam.', ['text', 'text']],
  ['{"a": 1}\nand so on', ['json', 'text']],
  ['{\n  "name": "Ana"\n}\nthat was it', ['json', 'json', 'json', 'text']],
  ['BEGIN:VCARD\nFN:Ana\nNOTE:late\n  riser\nEND:VCARD\nAna left.', [...Array<string>(5).fill('pairs'), 'text']],
  ['begin:vcard\nfn:Ana\nend:vcard\nAna moved.', ['pairs', 'pairs', 'pairs', 'text']],
  ['BEGIN:VCARD\nitem1.TEL;TYPE=CELL:123\nAna moved.\nFN:Bo', ['pairs', 'pairs', 'text', 'text']],
  ['BEGIN:VCARD\nFN:Ana\n\n  Ana moved.', ['pairs', 'pairs', 'blank', 'text']],
  ['[sic] he said\n{ not json', ['text', 'text']],
  ['2026-02-01T06:12:40Z INFO sync started', ['log']],
  ['Feb  1 00:00:03 gh-ctl2 cron[811]: CMD', ['log']],
  ['ERROR: column "chip" does not exist', ['log']],
  ['[09:00:19] Ana: the schema thing is me', ['text']],
  ['07:15 Mrs. Hallam up, washed and dressed.', ['text']],
  ['```\nAna ate lunch\n```\nAna ate lunch', ['code', 'code', 'code', 'text']],
  ['TypeError: x is not a function\n    at Object.run (/srv/app.js:3:9)', ['code', 'code']],
  ['diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old line here\n+new line here', Array(6).fill('code')],
  ['src/adcs/bdot.c:114:22: warning: conversion', ['code']],
  ['const total = items.reduce((a, b) => a + b);', ['code']],
  ['The file is player.gd, can you look at it today please?', ['text']],
])('%j', (text, forms) => {
  expect(formsOf(text)).toEqual(forms);
});

test('lines are found by an index into the text', () => {
  const forms = new LineForms('# A\nAna\n');
  expect([0, 3, 4, 6, 7, 99].map((index) => forms.at(index).start)).toEqual([0, 0, 4, 4, 4, 8]);
});

test('takes linear time on a text of brackets that are never closed', () => {
  const text = '{ "a": [\n'.repeat(100_000);
  const forms = new LineForms(text);
  const startedAt = process.cpuUsage();
  forms.at(text.length);
  const { user } = process.cpuUsage(startedAt);
  expect(user / 1_000).toBeLessThan(5_000);
});
