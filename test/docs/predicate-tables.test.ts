import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { RELATION_TYPES, STATEMENT_PREDICATES } from '#contracts/ontology.js';

/** The tables of predicates of docs/api.md are those of the ontology. */
const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/** Cells of the rows of the table under a header, without their padding. */
function rowsUnder(header: RegExp): string[][] {
  const [, rows = ''] = page.split(header, 2);
  const [table = ''] = rows.split('\n\n', 1);
  return table
    .trim()
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const named = (types: readonly string[] | string): string => {
  if (types === 'any') return 'any type';
  return typeof types === 'string' ? 'the same type' : types.join(', ');
};

test('each relation type is listed with its id, the types of its ends, and how many hold at a time', () => {
  const expected = Object.entries(RELATION_TYPES).map(([type, { from, to, functional, symmetric }], i) => [
    ...[
      `\`${type}\``,
      String(i + 1),
      named(from),
      named(to),
      functional ? 'one' : 'any number',
      symmetric ? 'yes' : 'no',
    ],
  ]);
  expect(rowsUnder(/^\| relation +\| id +\|.*$/m)).toEqual(expected);
});

test('each predicate of statements is listed with its kind, and how many values it has at a time', () => {
  const expected = Object.entries(STATEMENT_PREDICATES).map(([kind, predicates]) => [
    ...[`\`${kind}\``, predicates.map((name) => `\`${name}\``).join(', ')],
    kind === 'attribute' ? 'one' : 'any number',
  ]);
  expect(rowsUnder(/^\| kind +\| predicates +\|.*$/m)).toEqual(expected);
});
