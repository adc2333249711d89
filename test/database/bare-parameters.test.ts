import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * A parameter beside a number: Postgres then reads it as an int4, whatever else the statement compares it with, and a
 * larger value is an error.
 */
const BARE =
  /\$\d+(?!\d|::)\s*(?:[=<>+*/-]|<>|!=|<=|>=)\s*\d|(?<![\w$.])\d+\s*(?:=|<>|!=|<=?|>=?|\+|-|\*|\/)\s*\$\d+(?!\d|::)/;

test('no statement puts a parameter without a type beside a number', () => {
  const found = ['libs', 'apps'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, file))
      .flatMap((file) =>
        linesOf(file)
          .filter((line) => BARE.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
  expect(BARE.test('WHERE $2 = 0 OR number = $2')).toBe(true);
  expect(BARE.test('WHERE 0 < $12')).toBe(true);
});

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');
