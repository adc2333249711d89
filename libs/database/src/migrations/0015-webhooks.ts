import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

const TABLE = /* sql */ `
-- Webhooks of scopes. Each has a position of its own in the log; a process that delivers its events holds a lease.
CREATE TABLE webhooks (
  scope_id        uuid NOT NULL REFERENCES scopes, -- scope whose events are sent
  webhook_id      uuid NOT NULL, -- UUIDv7, by which callers name it
  url             text NOT NULL, -- where events are sent
  types           text[], -- types of events that are sent; null: all
  secret          bytea NOT NULL, -- key of the signatures; the service's role cannot read it
  state           text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'dead')), -- dead: failed too often
  epoch           integer NOT NULL, -- epoch of the last event that was delivered or passed over
  txid            xid8 NOT NULL, -- transaction of that event
  position        bigint NOT NULL, -- position of that event
  failures        integer NOT NULL DEFAULT 0, -- failed attempts since the last delivery
  next_attempt_at timestamptz NOT NULL DEFAULT now(), -- no attempt is made before
  last_error      text, -- why the last attempt failed, such as status 500; null: it did not
  delivered_at    timestamptz, -- time of the last delivery; null: none yet
  lease_id        uuid, -- lease of the process that delivers; null: none
  lease_until     timestamptz, -- end of the lease, unless it is renewed
  created_at      timestamptz NOT NULL DEFAULT now(), -- time of creation
  PRIMARY KEY (scope_id, webhook_id)
);
`;

const ACCESS = /* sql */ `
CREATE INDEX webhooks_due ON webhooks (next_attempt_at) WHERE state = 'active';
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_scope ON webhooks TO engraph_service
  USING (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid)
  WITH CHECK (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid);
GRANT INSERT, DELETE ON webhooks TO engraph_service;
GRANT SELECT (scope_id, webhook_id, url, types, state, failures, next_attempt_at, last_error, delivered_at, created_at)
  ON webhooks TO engraph_service;
GRANT UPDATE (state, failures, next_attempt_at, last_error) ON webhooks TO engraph_service;
`;

/** Webhooks, and what the service's role may do with them: everything but to read their secrets. */
export class Webhooks0015 implements MigrationInterface {
  readonly name = 'Webhooks1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TABLE, commentStatements(TABLE), ACCESS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks');
  }
}
