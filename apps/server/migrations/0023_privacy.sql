-- Rights of people over their data: an archive of everything, and deletion.

create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  -- SHA-256 of the token in the mailed link.
  token_hash bytea unique,
  bytes bigint,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz
);
create index data_exports_user on data_exports (user_id, requested_at desc);
create unique index data_exports_one_making on data_exports (user_id) where status = 'making';

-- Not validated under a lock: both columns are new, so every old row satisfies it.
alter table users
  add column deletion_requested_at timestamptz,
  add column deletion_due_at timestamptz,
  add constraint users_deletion check ((deletion_requested_at is null) = (deletion_due_at is null)) not valid;

-- Ids of deleted accounts: their payments stay in the books without a user.
create table deleted_accounts (
  user_id uuid primary key,
  deleted_at timestamptz not null
);
