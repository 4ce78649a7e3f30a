-- Prices are in kopecks. `migrate` fills the table from the catalogue; operators may edit it.
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
  -- Start of the first month of the tariff.
  add column tariff_since timestamptz not null default now(),
  add column theses_left integer not null default 5 check (theses_left >= 0),
  -- Query string of the landing page, unparsed.
  add column utm_data text not null default '';

-- An account at a sign-in provider, identified by the provider's own id, never by e-mail.
create table identities (
  provider text not null check (provider in ('google', 'yandex', 'vk')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_user on identities (user_id);

-- One-time links in mails. The secret is generated when the mail is sent, and only its hash is stored;
-- used links stay, to distinguish them from invalid ones.
create table mail_links (
  id uuid primary key,
  hash bytea unique,
  purpose text not null check (purpose in ('register', 'recover', 'editEmail', 'editPassword')),
  user_id uuid references users on delete cascade,
  -- Recipient of the mail.
  email text not null,
  -- Data that the link activates: a registration or the hash of a new password.
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_user on mail_links (user_id, purpose);

-- A provider's token or code, valid for one sign-in. Keeps the provider's profile between the first call and the
-- consent of a new user.
create table provider_tokens (
  hash bytea primary key,
  provider text not null check (provider in ('google', 'yandex', 'vk')),
  profile jsonb not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);

-- Tokens of the first version; each can be exchanged once.
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

-- Append-only log of account events. `user_id` has no foreign key: the row outlives the user.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  user_id uuid,
  address text,
  details jsonb not null default '{}'
);
create index audit_events_user on audit_events (user_id, at);

-- Minutes, in whole seconds. A balance is not stored: it is the sum of what remains in the lots.
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
  -- Cause of the grant; unique, so that one cause grants once.
  source text not null unique,
  check (granted_seconds = remaining_seconds + held_seconds + consumed_seconds + expired_seconds)
);
create index lots_user on lots (user_id, expires_at);

create table reservations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Unique, so that a process holds seconds only once.
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

-- Append-only ledger; entries of a lot sum up to what remains in it.
create table ledger_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('grant', 'hold', 'release', 'capture', 'expire')),
  -- Change of the remaining seconds of the lot.
  seconds integer not null,
  reservation_id uuid
);
create index ledger_entries_user on ledger_entries (user_id, id);
