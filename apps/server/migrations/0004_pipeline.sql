-- The work of a process, piece by piece: looking inside, recognising a chunk, telling apart the speakers of a window.
-- Pieces wait here until the dispatcher hands them to the job engine, a few at a time and fairly.
alter table chunks rename to tasks;
alter table tasks rename column words to result;
alter table tasks drop constraint chunks_pkey;
alter table tasks
  add column kind text not null default 'recognise' check (kind in ('prepare', 'recognise', 'diarise')),
  add column state text not null default 'queued' check (state in ('ready', 'queued', 'done', 'failed', 'dropped')),
  -- Seconds it should take.
  add column cost double precision not null default 0,
  -- When the newest try began.
  add column begun_at timestamptz,
  -- Tries that the work itself spoilt; the others were lost with their worker.
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
  -- How many seconds all the work of a process should take, and what is done of it.
  add column cost_total double precision not null default 0,
  add column cost_done double precision not null default 0,
  -- How many it took.
  add column busy_seconds double precision not null default 0,
  -- What went wrong without spoiling the text.
  add column warning_code text;
update processes set user_id = scripts.user_id from scripts where scripts.id = processes.script_id;
alter table processes alter column user_id set not null;
-- Whatever ran under the old plan is started again by its owner.
update scripts set status = 'error', failure_code = 'processingFailed'
  from processes where processes.id = scripts.process_id and processes.status = 'processing';
update processes set status = 'error', error_code = 'processingFailed', finished_at = now() where status = 'processing';
alter table processes drop column chunks_total, drop column chunks_done;
create index processes_complete on processes (finished_at desc) where status = 'complete';
create index processes_ready on processes (is_paid, seconds_total) where tasks_ready > 0;

-- How much either class of users has been served; the one served least, by its weight, comes next.
create table dispatch_shares (
  class text primary key check (class in ('paid', 'free')),
  pass double precision not null default 0
);
insert into dispatch_shares (class) values ('paid'), ('free');

-- Who works, so that the dispatcher knows how much to hand out.
create table workers (
  id uuid primary key,
  slots integer not null check (slots > 0),
  seen_at timestamptz not null
);

-- A copy for the player: audio that every browser plays and seeks in exactly.
alter table scripts add column has_playback boolean not null default false;
