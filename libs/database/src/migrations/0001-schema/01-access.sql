-- Role of the connections that serve requests and extraction: bound by row-level security, owner of nothing. All
-- databases of a server share it. Where the migrating role may not create roles, the server's administrator creates it
-- and grants it to the migrating role beforehand.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'engraph_service') THEN
    CREATE ROLE engraph_service NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of the server was first
END $$;

DO $$
BEGIN
  IF NOT pg_has_role('engraph_service', 'SET') THEN
    EXECUTE format('GRANT engraph_service TO %I', current_user);
  END IF;
END $$;

GRANT USAGE ON SCHEMA public TO engraph_service;

-- Scopes (tenants), each a namespace and an agent.
CREATE TABLE scopes (
  scope_id   uuid PRIMARY KEY, -- UUIDv5 of namespace and agent
  namespace  text NOT NULL, -- first part of the scope's name
  agent      text NOT NULL, -- second part of the scope's name
  created_at timestamptz NOT NULL DEFAULT now(), -- time of the first write or key of the scope
  UNIQUE (namespace, agent)
);

-- API keys, by hash only. The service's role has no access; it looks keys up by find_api_key.
CREATE TABLE api_keys (
  scope_id    uuid NOT NULL REFERENCES scopes, -- scope that the key opens
  key_id      uuid NOT NULL, -- UUIDv7, by which operators name the key
  key_hash    bytea NOT NULL UNIQUE, -- hash of the key, with the pepper if there is one
  name        text NOT NULL, -- label chosen by the operator
  permissions text[] NOT NULL, -- permissions, such as memories:write
  created_at  timestamptz NOT NULL DEFAULT now(), -- time of creation
  expires_at  timestamptz, -- end of validity; null: does not expire
  revoked_at  timestamptz, -- time of revocation; null: not revoked
  rotated_to  uuid, -- key that replaced this one; null: not rotated
  pepper_id   text, -- pepper in the hash; null: hashed without one
  PRIMARY KEY (scope_id, key_id)
);

-- Operators know a key by its id alone. Ids are UUIDv7, so their order is nearly that of creation.
CREATE INDEX api_keys_by_id ON api_keys (key_id);

-- Remaining rate limit and quota of each caller. A missing row is a full bucket.
CREATE TABLE rate_buckets (
  scope_id   uuid NOT NULL, -- scope of the caller
  policy     text NOT NULL, -- rate policy: requests or memories
  caller     text NOT NULL, -- key or subject of the caller
  tokens     float8 NOT NULL, -- tokens left at counted_at
  leased     float8 NOT NULL, -- tokens taken by the last lease
  counted_at timestamptz NOT NULL, -- time at which the tokens were counted
  PRIMARY KEY (scope_id, policy, caller)
) WITH (fillfactor = 50);

-- Secrets that all replicas share, such as the key that authenticates cursors.
CREATE TABLE deployment_secrets (
  name  text PRIMARY KEY, -- purpose of the secret
  value bytea NOT NULL -- the secret itself
);

-- Looks up valid keys by hash. The service's role can neither list keys nor see any whose hash it does not know. This
-- and the functions below run as their owner, with a search path in which nobody else can create a table.
CREATE FUNCTION find_api_key(hashes bytea[], at timestamptz)
RETURNS TABLE (key_hash bytea, key_id uuid, permissions text[], expires_at timestamptz, namespace text, agent text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT k.key_hash, k.key_id, k.permissions, k.expires_at, s.namespace, s.agent
  FROM public.api_keys AS k JOIN public.scopes AS s USING (scope_id)
  WHERE k.key_hash = ANY (hashes) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > at)
$$;

-- Replaces the hash of a key by one with the current pepper.
CREATE FUNCTION rehash_api_key(old_hash bytea, new_hash bytea, new_pepper_id text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.api_keys SET key_hash = new_hash, pepper_id = new_pepper_id WHERE key_hash = old_hash
$$;

-- Inserts a scope that does not exist yet.
CREATE FUNCTION register_scope(new_scope_id uuid, new_namespace text, new_agent text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO public.scopes (scope_id, namespace, agent) VALUES (new_scope_id, new_namespace, new_agent)
  ON CONFLICT DO NOTHING
$$;

-- Key of cursors, created by the first replica that needs it.
CREATE FUNCTION cursor_key(fresh bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.deployment_secrets (name, value) VALUES ('cursor key', fresh) ON CONFLICT DO NOTHING;
  RETURN (SELECT value FROM public.deployment_secrets WHERE name = 'cursor key');
END $$;

REVOKE ALL ON FUNCTION find_api_key, rehash_api_key, register_scope, cursor_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_api_key, rehash_api_key, register_scope, cursor_key TO engraph_service;
