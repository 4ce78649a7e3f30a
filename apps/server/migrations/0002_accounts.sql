-- Prices in kopecks; names are data, filled in by `migrate` from the catalogue and edited by operators.
create table tariffs (
  id integer primary key,
  name text not null,
  is_public boolean not null default true,
  minutes integer not null check (minutes >= 0),
  price_month_kopecks integer not null check (price_month_kopecks >= 0),
  price_minute_kopecks integer not null check (price_minute_kopecks >= 0),
  file_size_mb integer not null check (file_size_mb > 0),
  limit_file_count integer check (limit_file_count >= 0),
  file_storage_days integer not null check (file_storage_days > 0),
  meta jsonb not null default '{}'
);

alter table users
  add column tariff_id integer not null default 1,
  add column tariff_period text not null default 'month' check (tariff_period in ('month', 'year')),
  -- The day the months of the tariff are counted from.
  add column tariff_since timestamptz not null default now(),
  add column theses_left integer not null default 5 check (theses_left >= 0),
  -- The query of the page they came by, as they came.
  add column utm_data text not null default '';

-- An account of a sign-in provider; the provider's own id is the identity, never the e-mail.
create table identities (
  provider text not null check (provider in ('google', 'yandex', 'vk')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_user on identities (user_id);

-- What a link in a mail opens. The secret is made when the mail is sent and only its hash is kept;
-- a used one stays, so that it can be told from a wrong one.
create table mail_links (
  id uuid primary key,
  hash bytea unique,
  purpose text not null check (purpose in ('register', 'recover', 'editEmail', 'editPassword')),
  user_id uuid references users on delete cascade,
  -- Where the mail goes.
  email text not null,
  -- What the link brings to life: a registration, a new password's hash.
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id, purpose);

-- A provider's token or code, good for one sign-in. Between the first call and the consent of a new user
-- it remembers who the provider said it is.
create table provider_tokens (
  hash bytea primary key,
  provider text not null check (provider in ('google', 'yandex', 'vk')),
  profile jsonb not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);

-- Tokens of the first version, each exchanged once.
create table legacy_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz
);

create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  document text not null check (document in ('offer', 'privacy')),
  version text not null,
  accepted_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index consents_user on consents (user_id);

-- What happened to accounts; rows are only ever added. The user is kept by id, without a reference: it may be gone.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  user_id uuid,
  address text,
  details jsonb not null default '{}'
);
create index audit_events_user on audit_events (user_id, at);

-- Minutes. A balance is never a number somewhere: it is what the lots still hold, in whole seconds.
create table lots (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('plan', 'extra', 'bonus', 'promo', 'goodwill')),
  granted_seconds integer not null check (granted_seconds > 0),
  remaining_seconds integer not null check (remaining_seconds >= 0),
  held_seconds integer not null default 0 check (held_seconds >= 0),
  consumed_seconds integer not null default 0 check (consumed_seconds >= 0),
  expired_seconds integer not null default 0 check (expired_seconds >= 0),
  starts_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > starts_at),
  -- What the lot was granted for; the same cause grants once.
  source text not null unique,
  check (granted_seconds = remaining_seconds + held_seconds + consumed_seconds + expired_seconds)
);
create index lots_user on lots (user_id, expires_at);

create table reservations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The process that the seconds are held for; asked twice, it holds once.
  process_id uuid not null unique,
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  seconds integer not null check (seconds > 0),
  used_seconds integer check (used_seconds between 0 and seconds),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index reservations_user on reservations (user_id);

create table reservation_parts (
  reservation_id uuid not null references reservations on delete cascade,
  position integer not null,
  lot_id uuid not null references lots on delete cascade,
  seconds integer not null check (seconds > 0),
  primary key (reservation_id, position)
);

-- The ledger's history; rows are only ever added. Their sum is what remains.
create table ledger_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('grant', 'hold', 'release', 'capture', 'expire')),
  -- Change of what remains in the lot.
  seconds integer not null,
  reservation_id uuid
);
create index ledger_entries_user on ledger_entries (user_id, id);
