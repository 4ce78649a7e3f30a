-- Programs: one key per user, and replies to repeated requests.

create table api_keys (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  -- SHA-256 of the key, to find it by.
  hash bytea not null unique,
  -- The key itself, encrypted, because its owner may see it again.
  sealed bytea not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- Exact to a minute.
  last_used_at timestamptz
);

-- Replies to requests with an `Idempotency-Key`, for a day.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  -- Method and path of the endpoint.
  endpoint text not null,
  -- SHA-256 of the input: the same key with another input is a mistake of the caller.
  fingerprint bytea not null,
  -- The reply, encrypted because it may hold a secret; null while the first request runs.
  reply bytea,
  -- Renewed while the first request runs, then the moment of its reply.
  touched_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_touched on idempotency_keys (touched_at);
