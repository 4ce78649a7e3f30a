create table users (
  id uuid primary key,
  email text unique,
  name text not null,
  surname text not null default '',
  password_hash text,
  is_superuser boolean not null default false,
  created_at timestamptz not null default now(),
  check (email = lower(trim(email)))
);

-- A session ends at logout, at `expires_at`, or when a spent refresh token is reused.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

-- Only the hash is stored. Spent tokens stay, to distinguish reuse from forgery.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  parent bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_parent on refresh_tokens (parent);

create table scripts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  kind text not null check (kind in ('audio', 'video')),
  content_type text not null,
  status text not null default 'uploaded'
    check (status in ('uploaded', 'process', 'complete', 'completeWithErrors', 'error', 'notEnoughMinutes')),
  uploaded_at timestamptz not null default now(),
  duration_seconds double precision,
  language text,
  is_public boolean not null default false,
  peaks smallint[] not null default '{}',
  process_id uuid
);
create index scripts_user_uploaded on scripts (user_id, uploaded_at desc, id desc);

-- One run of the pipeline over a script. Jobs write only on the condition that their process is still running.
create table processes (
  id uuid primary key,
  script_id uuid not null references scripts on delete cascade,
  status text not null default 'processing' check (status in ('processing', 'complete', 'error')),
  stage text not null default 'prepare' check (stage in ('download', 'prepare', 'recognise', 'speakers', 'summary')),
  language text not null,
  error_code text,
  chunks_total integer not null default 0,
  chunks_done integer not null default 0 check (chunks_done <= chunks_total),
  seconds_total double precision not null default 0,
  seconds_done double precision not null default 0,
  created_at timestamptz not null default now(),
  recognise_started_at timestamptz,
  finished_at timestamptz
);
create index processes_script on processes (script_id);
-- At most one run per script at a time.
create unique index processes_one_running on processes (script_id) where status = 'processing';

create table chunks (
  process_id uuid not null references processes on delete cascade,
  index integer not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  attempts integer not null default 0,
  done_at timestamptz,
  -- Kept until the process ends and its segments are stored.
  words jsonb,
  primary key (process_id, index)
);

create table segments (
  script_id uuid not null references scripts on delete cascade,
  index integer not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  speaker integer not null,
  text text not null,
  words jsonb not null,
  primary key (script_id, index)
);
