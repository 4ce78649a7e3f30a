-- Every file on its way in, whichever way it comes. A row is also a slot of the tariff's month: it comes back when
-- the upload is given up, and stays taken when the file it became is deleted.
create table uploads (
  -- The script will have the same id.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('parts', 'stream', 'link')),
  state text not null default 'open' check (state in ('open', 'complete', 'aborted')),
  file_name text not null,
  content_type text not null,
  -- Unknown until the end, unless the browser sends parts.
  size_bytes bigint check (size_bytes > 0),
  part_size integer check (part_size > 0),
  -- What the storage calls the upload.
  storage_upload_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index uploads_user on uploads (user_id, created_at);
create index uploads_open on uploads (expires_at) where state = 'open';

-- What the browser says is in a part; a file chosen to go on with must agree.
create table upload_parts (
  upload_id uuid not null references uploads on delete cascade,
  number integer not null,
  sha256 bytea not null,
  primary key (upload_id, number)
);

insert into uploads (id, user_id, source, state, file_name, content_type, created_at, expires_at, ended_at)
select id, user_id, 'stream', 'complete', file_name, content_type, uploaded_at, uploaded_at, uploaded_at from scripts;

alter table scripts
  -- When the service looked inside.
  add column inspected_at timestamptz,
  -- Why the file, or its last processing, failed.
  add column failure_code text,
  -- Seconds of the beginning that were processed, where it was not the whole recording.
  add column processed_seconds double precision;
update scripts set inspected_at = uploaded_at;
update scripts set failure_code = processes.error_code from processes where processes.id = scripts.process_id;

alter table processes
  add column media_type text not null default 'other'
    check (media_type in ('interview', 'lection', 'talking', 'meeting', 'other')),
  add column speakers_count integer not null default -2 check (speakers_count in (-2, -1, 1, 2, 3, 4)),
  add column bad_quality boolean not null default false,
  add column template_id integer,
  -- Process as much of the beginning as there are minutes for.
  add column is_forced boolean not null default false;

-- What a summary is to look like; filled in by `migrate` and edited by operators.
create table settings_templates (
  id integer primary key,
  name text not null,
  description text not null
);

-- The bringing in of a file that lies behind a link: a process of its own, before there is a script.
create table link_downloads (
  id uuid primary key,
  upload_id uuid not null unique references uploads on delete cascade,
  user_id uuid not null references users on delete cascade,
  url text not null,
  status text not null default 'processing' check (status in ('processing', 'complete', 'error')),
  title text,
  bytes_done bigint not null default 0,
  bytes_total bigint,
  error_code text,
  -- What was too big, where it was.
  too_big jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index link_downloads_running on link_downloads (user_id) where status = 'processing';
