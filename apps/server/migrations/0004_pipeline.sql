-- Tasks of a process: prepare the recording, recognise a chunk, diarise a window. They wait here until the dispatcher
-- hands them to the job engine, fairly and a few at a time.
alter table chunks rename to tasks;
alter table tasks rename column words to result;
alter table tasks drop constraint chunks_pkey;
alter table tasks
  add column kind text not null default 'recognise' check (kind in ('prepare', 'recognise', 'diarise')),
  add column state text not null default 'queued' check (state in ('ready', 'queued', 'done', 'failed', 'dropped')),
  -- Expected seconds.
  add column cost double precision not null default 0,
  -- Start of the latest attempt.
  add column begun_at timestamptz,
  -- Attempts that the task itself failed; other unfinished attempts were lost with their worker.
  add column failures integer not null default 0,
  add primary key (process_id, kind, index);
alter table tasks alter column kind drop default;
update tasks set state = case when done_at is not null then 'done' else 'dropped' end;
create index tasks_queued on tasks (process_id) where state = 'queued';
create index tasks_ready on tasks (process_id) where state = 'ready';

alter table processes
  add column user_id uuid references users on delete cascade,
  add column is_paid boolean not null default false,
  add column tasks_ready integer not null default 0 check (tasks_ready >= 0),
  add column tasks_left integer not null default 0 check (tasks_left >= 0),
  -- Expected seconds of all tasks, and of the finished ones.
  add column cost_total double precision not null default 0,
  add column cost_done double precision not null default 0,
  -- Actual seconds of the finished tasks.
  add column busy_seconds double precision not null default 0,
  -- A failure that left the text usable.
  add column warning_code text;
update processes set user_id = scripts.user_id from scripts where scripts.id = processes.script_id;
alter table processes alter column user_id set not null;
-- Processes running under the old scheme fail here; their owners can start them again.
update scripts set status = 'error', failure_code = 'processingFailed'
  from processes where processes.id = scripts.process_id and processes.status = 'processing';
update processes set status = 'error', error_code = 'processingFailed', finished_at = now() where status = 'processing';
alter table processes drop column chunks_total, drop column chunks_done;
create index processes_complete on processes (finished_at desc) where status = 'complete';
create index processes_ready on processes (is_paid, seconds_total) where tasks_ready > 0;

-- Weighted share that each class of users has used; the class with the smallest pass is served next.
create table dispatch_shares (
  class text primary key check (class in ('paid', 'free')),
  pass double precision not null default 0
);
insert into dispatch_shares (class) values ('paid'), ('free');

-- Live workers; their slots limit how many tasks the dispatcher hands out.
create table workers (
  id uuid primary key,
  slots integer not null check (slots > 0),
  seen_at timestamptz not null
);

-- Playback copy: audio that every browser plays and seeks in exactly.
alter table scripts add column has_playback boolean not null default false;
