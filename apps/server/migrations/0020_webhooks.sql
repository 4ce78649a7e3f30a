-- Events delivered to addresses of users, by the specification Standard Webhooks.

create table webhook_endpoints (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  secret_sealed bytea not null,
  is_enabled boolean not null default true,
  -- When we switched it off, and why; null if its owner did.
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- The first failure since the last success.
  failing_since timestamptz,
  -- An attempt is under way until its outcome is saved, or this moment has passed.
  busy_until timestamptz,
  created_at timestamptz not null
);
create index webhook_endpoints_user on webhook_endpoints (user_id);

create table webhook_messages (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Null for a test. What is deleted is not told any more.
  script_id uuid references scripts on delete cascade,
  type text not null,
  -- What happened, so that a repeated job tells it once; null for a test.
  cause text unique,
  -- Not jsonb: every attempt sends the same bytes.
  payload json not null,
  created_at timestamptz not null
);
create index webhook_messages_script on webhook_messages (script_id);
create index webhook_messages_created on webhook_messages (created_at);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  message_id uuid not null references webhook_messages on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  -- Null unless pending.
  next_attempt_at timestamptz,
  last_status integer,
  last_error text,
  unique (endpoint_id, message_id)
);
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_message on webhook_deliveries (message_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
