import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';
import { fillEvidence } from './0036-fill-evidence.js';

/**
 * Effective claims as rows, and of each interval its position in the history of its pair. By these, the changes of one
 * more memory are found, however many claims there are. Existing intervals are recomputed from the claims; when a pair
 * held more than once, its later intervals get other ids.
 */
export class Evidence0036 implements MigrationInterface {
  readonly name = 'Evidence1700000000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_SQL);
    await runner.query(scopeIsolationSql('evidence'));
    await runner.query(COLUMNS_SQL);
    await fillEvidence(runner);
    await runner.query(INDEXES_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

const TABLE_SQL = /* sql */ `
-- One row per claim that no other takes back and that stands between two entities or of a value: pair_id is the subject,
-- predicate and object (between survivors) that it is evidence of. timeline_id: what is true of its subject one at a
-- time, other_timeline_id of its object too; both null where several hold at once.
CREATE TABLE evidence (
  scope_id          uuid NOT NULL,
  memory_id         uuid NOT NULL,
  ordinal           integer NOT NULL,
  pair_id           uuid NOT NULL,
  event_at_nanos    bigint NOT NULL,
  asserted          boolean NOT NULL,
  -- -ln(1 - confidence), in 10^-9
  weight            bigint NOT NULL,
  timeline_id       uuid,
  other_timeline_id uuid,
  PRIMARY KEY (scope_id, memory_id, ordinal)
);
DROP INDEX alias_claims_a;
CREATE INDEX alias_claims_a ON alias_claims (scope_id, entity_a, entity_b);
CREATE INDEX claims_retracts ON claims (scope_id, retracts) WHERE retracts IS NOT NULL;
`;

/** first_* and last_*: the first and the last claim of the interval, in the order of evidence_pair. */
const COLUMNS_SQL = ['relations', 'statements']
  .map(
    (table) => /* sql */ `
TRUNCATE ${table};
ALTER TABLE ${table}
  ADD COLUMN pair_id uuid NOT NULL,
  ADD COLUMN weight bigint NOT NULL,
  ADD COLUMN first_at_nanos bigint NOT NULL,
  ADD COLUMN first_memory uuid NOT NULL,
  ADD COLUMN first_ordinal integer NOT NULL,
  ADD COLUMN last_at_nanos bigint NOT NULL,
  ADD COLUMN last_memory uuid NOT NULL,
  ADD COLUMN last_ordinal integer NOT NULL;
`,
  )
  .join('');

const INDEXES_SQL = /* sql */ `
CREATE INDEX evidence_pair ON evidence (scope_id, pair_id, event_at_nanos, memory_id, ordinal);
CREATE INDEX evidence_timeline ON evidence (scope_id, timeline_id, event_at_nanos, memory_id, ordinal)
  WHERE asserted AND timeline_id IS NOT NULL;
CREATE INDEX evidence_other_timeline ON evidence (scope_id, other_timeline_id, event_at_nanos, memory_id, ordinal)
  WHERE asserted AND other_timeline_id IS NOT NULL;
CREATE INDEX relations_first ON relations (scope_id, pair_id, first_at_nanos, first_memory, first_ordinal);
CREATE INDEX statements_first ON statements (scope_id, pair_id, first_at_nanos, first_memory, first_ordinal);
`;

const DOWN_SQL = ['relations', 'statements']
  .map(
    (table) => /* sql */ `
UPDATE ${table} AS r SET memory_ids = ARRAY(
  SELECT DISTINCT memory_id FROM evidence AS e
  WHERE e.scope_id = r.scope_id AND e.pair_id = r.pair_id
    AND (e.event_at_nanos, e.memory_id, e.ordinal) >= (r.first_at_nanos, r.first_memory, r.first_ordinal)
    AND (e.event_at_nanos, e.memory_id, e.ordinal) <= (r.last_at_nanos, r.last_memory, r.last_ordinal)
  ORDER BY memory_id);
ALTER TABLE ${table}
  DROP COLUMN pair_id, DROP COLUMN weight, DROP COLUMN first_at_nanos, DROP COLUMN first_memory, DROP COLUMN first_ordinal,
  DROP COLUMN last_at_nanos, DROP COLUMN last_memory, DROP COLUMN last_ordinal;
`,
  )
  .join('')
  .concat('DROP TABLE evidence; DROP INDEX claims_retracts;')
  .concat('DROP INDEX alias_claims_a; CREATE INDEX alias_claims_a ON alias_claims (scope_id, entity_a);');
