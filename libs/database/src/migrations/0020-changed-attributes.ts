import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A trigger, so that programs of an earlier version record such changes too. The number is drawn under the scope's lock,
 * which every change of a memory holds. Pruned as by the projection: at about one row in 256, down to 2,000.
 */
const FUNCTION = /* sql */ `
CREATE FUNCTION record_changed_attributes() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  recorded bigint;
BEGIN
  INSERT INTO public.search_changes (scope_id, memory_id) VALUES (NEW.scope_id, NEW.memory_id)
  RETURNING number INTO recorded;
  IF hashint8(recorded) & 255 = 0 THEN
    DELETE FROM public.search_changes AS c WHERE c.scope_id = NEW.scope_id AND c.number <= (
      SELECT kept.number FROM public.search_changes AS kept
      WHERE kept.scope_id = NEW.scope_id ORDER BY kept.number DESC OFFSET 2000 LIMIT 1);
  END IF;
  RETURN NULL;
END $$;
`;

/** Deferred to the end of the transaction, so that search_changes is locked last, as by a projection. */
const TRIGGER = /* sql */ `
CREATE CONSTRAINT TRIGGER memories_attributes_recorded AFTER UPDATE OF metadata, tags, pinned ON memories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'active' AND (OLD.metadata IS DISTINCT FROM NEW.metadata OR OLD.tags IS DISTINCT FROM NEW.tags
        OR OLD.pinned IS DISTINCT FROM NEW.pinned))
  EXECUTE FUNCTION record_changed_attributes();
`;

const COMMENT = /* sql */ `
COMMENT ON COLUMN search_changes.memory_id IS
  'memory that was indexed or removed, or whose metadata, tags or pin changed; null: none';
`;

/** Records changes of metadata, tags and pins in the change feed of in-memory indexes. */
export class ChangedAttributes0020 implements MigrationInterface {
  readonly name = 'ChangedAttributes1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [FUNCTION, TRIGGER, COMMENT]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
