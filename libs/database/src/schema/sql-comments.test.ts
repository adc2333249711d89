import { expect, test } from '@jest/globals';
import { commentStatements } from './sql-comments.js';

test('lines above a table describe it, and text behind a column describes the column', () => {
  const sql = `
-- A note that describes nothing.

-- Names of a scope,
-- one row each.
CREATE TABLE names (
  scope_id uuid NOT NULL, -- the scope
  reversed text GENERATED ALWAYS AS (
    reverse(name)) STORED, -- the name from
  -- its end; a caller's
  bare     text,
  PRIMARY KEY (scope_id)
);

-- Order of changes.
CREATE SEQUENCE numbers;
CREATE SEQUENCE undescribed;
`;
  expect(commentStatements(sql)).toBe(
    [
      `COMMENT ON TABLE names IS 'Names of a scope, one row each.';`,
      `COMMENT ON COLUMN names.scope_id IS 'the scope';`,
      `COMMENT ON COLUMN names.reversed IS 'the name from its end; a caller''s';`,
      `COMMENT ON SEQUENCE numbers IS 'Order of changes.';`,
      '',
    ].join('\n'),
  );
});
