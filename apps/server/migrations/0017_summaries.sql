-- Summaries, chapters, tasks heard in a recording, and the calls of language models behind them.

-- One reading of one text by one model: notes with citations, part by part. (process_id, text_version) name the text:
-- recognising a file again starts its versions anew.
create table readings (
  id uuid primary key,
  script_id uuid not null references scripts on delete cascade,
  process_id uuid not null,
  text_version integer not null,
  model text not null,
  -- Version of prompts and schemas.
  recipe integer not null,
  status text not null default 'process' check (status in ('process', 'complete', 'error')),
  parts_total integer not null,
  parts_done integer not null default 0,
  budget_tokens integer not null,
  error_code text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index readings_one_running on readings (script_id) where status = 'process';
create index readings_of_script on readings (script_id, created_at desc);

create table reading_parts (
  reading_id uuid not null references readings on delete cascade,
  index integer not null,
  -- Indexes of the first sentence and of the one after the last.
  from_sentence integer not null,
  to_sentence integer not null,
  start_seconds float8 not null,
  end_seconds float8 not null,
  -- sha256 of model, recipe and prompt: parts with equal keys have equal notes.
  key bytea not null,
  state text not null default 'ready' check (state in ('ready', 'queued', 'done', 'failed')),
  attempts integer not null default 0,
  failures integer not null default 0,
  -- Sentence numbers in notes count from the start of the part.
  notes jsonb,
  primary key (reading_id, index)
);
create index reading_parts_key on reading_parts (key) where state = 'done';

-- One making of one summary. The page shows the newest complete one, and the status of the newest.
create table summaries (
  id uuid primary key,
  script_id uuid not null references scripts on delete cascade,
  type text not null check (type in ('about', 'summary', 'theses')),
  status text not null default 'process' check (status in ('process', 'complete', 'error')),
  asked_by uuid not null,
  template_id integer,
  engine text not null check (engine in ('llm', 'extract')),
  reading_id uuid references readings on delete set null,
  process_id uuid not null,
  text_version integer not null,
  statements jsonb,
  -- Spans of the recording that no try could read.
  missing jsonb not null default '[]',
  -- The text that the verdicts were last checked against.
  checked_process_id uuid,
  checked_version integer,
  -- Statements that lost their confirmation since they were made.
  fallen integer not null default 0,
  progress integer not null default 0,
  error_code text,
  -- Whether the model did not answer, so that another try may succeed.
  is_lost boolean not null default false,
  retries integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index summaries_one_running on summaries (script_id, type) where status = 'process';
create index summaries_newest on summaries (script_id, type, created_at desc);
create index summaries_retry on summaries (retry_at) where retry_at is not null;

-- Chapters of one text.
create table chapters (
  script_id uuid not null references scripts on delete cascade,
  index integer not null,
  process_id uuid not null,
  text_version integer not null,
  start_seconds float8 not null,
  title text not null,
  primary key (script_id, index)
);

-- Tasks and decisions heard in a recording.
create table action_items (
  id uuid primary key,
  script_id uuid not null references scripts on delete cascade,
  index integer not null,
  kind text not null check (kind in ('task', 'decision', 'candidate')),
  text text not null,
  start_seconds float8 not null,
  end_seconds float8 not null,
  who integer[] not null default '{}',
  due_text text,
  due_date date,
  verdict text not null,
  done_at timestamptz
);
create unique index action_items_of_script on action_items (script_id, index);

-- Which text chapters and action items were made from; present as soon as they were, even if there are none.
create table digests (
  script_id uuid primary key references scripts on delete cascade,
  process_id uuid not null,
  text_version integer not null,
  made_at timestamptz not null
);

-- Ledger of every call of a language model. No references and no words: it outlives files.
create table llm_calls (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid not null,
  script_id uuid not null,
  reading_id uuid,
  summary_id uuid,
  purpose text not null,
  model text not null,
  state text not null check (state in ('sent', 'done', 'failed')),
  reserved_tokens integer not null,
  prompt_tokens integer,
  completion_tokens integer,
  is_estimated boolean not null default false,
  cost_kopecks integer,
  outcome text,
  seconds real
);
create index llm_calls_sent on llm_calls (at) where state = 'sent';
create index llm_calls_of_reading on llm_calls (reading_id) where reading_id is not null;
create index llm_calls_of_script on llm_calls (script_id, at);

-- Generations of theses by accounts without unlimited ones. A failure fills returned_at. Outlives files.
create table theses_uses (
  summary_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  returned_at timestamptz
);
create index theses_uses_of_user on theses_uses (user_id) where returned_at is null;
insert into theses_uses (summary_id, user_id, at)
select gen_random_uuid(), user_id, now() from subscriptions, generate_series(1, 5 - theses_left);
alter table subscriptions drop column theses_left;

-- What a finished text lacks; the status follows from it.
alter table scripts add column flaws text[] not null default '{}'
  check (flaws <@ array['partUnheard', 'speakersFailed', 'summaryFailed']);
-- The kind of recording that the last finished process was told; summaries are worded by it.
alter table scripts add column media_type text not null default 'other';
create temporary table last_finished on commit drop as
select distinct on (script_id) script_id, warning_code, media_type
from processes where status = 'complete' order by script_id, finished_at desc;
update scripts set media_type = last_finished.media_type from last_finished where script_id = scripts.id;
update scripts set flaws = array[warning_code] from last_finished
where script_id = scripts.id and warning_code in ('partUnheard', 'speakersFailed');

-- `code` binds a template to its prompt; `instructions` are an operator's own additions to it.
alter table settings_templates
  add column code text not null default 'standard' check (code in ('standard', 'minutes', 'lecture', 'interview', 'call')),
  add column instructions text not null default '' check (length(instructions) <= 1000);
update settings_templates set code = 'minutes' where id = 2;
update settings_templates set code = 'lecture' where id = 3;
update settings_templates set code = 'interview' where id = 4;
update settings_templates set code = 'call' where id = 5;
