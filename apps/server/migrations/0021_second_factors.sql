-- Protection of accounts beyond the password.

create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null until the owner has typed the first code.
  confirmed_at timestamptz,
  -- The last time step that was accepted: no code works twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  -- The credential's id, base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- Whether it may be copied to other devices; never changes.
  is_backup_eligible boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A sign-in that waits for its second factor, or a ceremony of a passkey.
create table sign_in_challenges (
  -- SHA-256 of the token that the browser holds.
  hash bytea primary key,
  purpose text not null check (purpose in ('secondFactor', 'passkeyLogin', 'passkeyCreate')),
  -- Null before a passkey tells who signs in.
  user_id uuid references users on delete cascade,
  -- How the first factor was given.
  signed_by text,
  -- The challenge of the Web Authentication API; null until the browser asks for one.
  challenge text,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_expires on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id);
