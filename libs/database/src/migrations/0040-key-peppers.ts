import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from '../schema/row-security.js';

/** The pepper that a key was hashed with, and functions for what a request needs to know of keys and scopes. */
export class KeyPeppers0040 implements MigrationInterface {
  readonly name = 'KeyPeppers1700000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

/**
 * The service's role can look up a key by its hash, but sees no other and cannot list keys. The functions run as their
 * owner, with a search path in which nobody else can create a table.
 */
const UP_SQL = /* sql */ `
-- Null: hashed without one.
ALTER TABLE api_keys ADD COLUMN pepper_id text;

CREATE FUNCTION find_api_key(hashes bytea[], at timestamptz)
RETURNS TABLE (key_hash bytea, key_id uuid, permissions text[], expires_at timestamptz, namespace text, agent text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT k.key_hash, k.key_id, k.permissions, k.expires_at, s.namespace, s.agent
  FROM public.api_keys AS k JOIN public.scopes AS s USING (scope_id)
  WHERE k.key_hash = ANY (hashes) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > at)
$$;

CREATE FUNCTION rehash_api_key(old_hash bytea, new_hash bytea, new_pepper_id text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.api_keys SET key_hash = new_hash, pepper_id = new_pepper_id WHERE key_hash = old_hash
$$;

CREATE FUNCTION register_scope(new_scope_id uuid, new_namespace text, new_agent text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO public.scopes (scope_id, namespace, agent) VALUES (new_scope_id, new_namespace, new_agent)
  ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION is_erased_scope(asked uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM public.erased_scopes WHERE scope_id = asked) $$;

REVOKE ALL ON FUNCTION find_api_key, rehash_api_key, register_scope, is_erased_scope FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_api_key, rehash_api_key, register_scope, is_erased_scope TO ${SERVICE_ROLE};
`;

const DOWN_SQL = /* sql */ `
DROP FUNCTION find_api_key, rehash_api_key, register_scope, is_erased_scope;
ALTER TABLE api_keys DROP COLUMN pepper_id;
`;
