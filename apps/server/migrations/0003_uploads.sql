-- Every file on its way in, from any source. A row is also a slot in the monthly file count: aborting the upload frees
-- the slot, deleting the resulting file does not.
create table uploads (
  -- Becomes the id of the script.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('parts', 'stream', 'link')),
  state text not null default 'open' check (state in ('open', 'complete', 'aborted')),
  file_name text not null,
  content_type text not null,
  -- Unknown until the upload ends, unless the source is `parts`.
  size_bytes bigint check (size_bytes > 0),
  part_size integer check (part_size > 0),
  -- Multipart upload id of the storage.
  storage_upload_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index uploads_user on uploads (user_id, created_at);
create index uploads_open on uploads (expires_at) where state = 'open';

-- Hashes of parts as the browser reports them; a file chosen to resume the upload must match.
create table upload_parts (
  upload_id uuid not null references uploads on delete cascade,
  number integer not null,
  sha256 bytea not null,
  primary key (upload_id, number)
);

insert into uploads (id, user_id, source, state, file_name, content_type, created_at, expires_at, ended_at)
select id, user_id, 'stream', 'complete', file_name, content_type, uploaded_at, uploaded_at, uploaded_at from scripts;

alter table scripts
  -- Time of inspection.
  add column inspected_at timestamptz,
  -- Why inspection or the last process failed.
  add column failure_code text,
  -- Seconds processed from the beginning, if not the whole recording.
  add column processed_seconds double precision;
update scripts set inspected_at = uploaded_at;
update scripts set failure_code = processes.error_code from processes where processes.id = scripts.process_id;

alter table processes
  add column media_type text not null default 'other'
    check (media_type in ('interview', 'lection', 'talking', 'meeting', 'other')),
  add column speakers_count integer not null default -2 check (speakers_count in (-2, -1, 1, 2, 3, 4)),
  add column bad_quality boolean not null default false,
  add column template_id integer,
  -- Process only as much of the beginning as the balance allows.
  add column is_forced boolean not null default false;

-- Templates of summaries; filled in by `migrate`, edited by operators.
create table settings_templates (
  id integer primary key,
  name text not null,
  description text not null
);

-- Download of a linked file. It runs before the script exists, so it has its own id and status.
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
  -- Details of a `fileTooBig` error.
  too_big jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index link_downloads_running on link_downloads (user_id) where status = 'processing';
