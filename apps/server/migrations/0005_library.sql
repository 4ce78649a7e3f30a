create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One index per sort order of the list, for users with very many files.
create index scripts_user_name on scripts (user_id, file_name collate "ru-x-icu", id);
create index scripts_user_duration on scripts (user_id, duration_seconds desc nulls last, id);
create index scripts_user_size on scripts (user_id, size_bytes desc, id);
create index scripts_user_status on scripts (user_id, status desc, id);
create index scripts_name_search on scripts using gin (user_id, file_name gin_trgm_ops);

-- The index includes the user, so that a search never reads other users' segments.
alter table segments add column user_id uuid;
update segments set user_id = scripts.user_id from scripts where scripts.id = segments.script_id;
alter table segments
  alter column user_id set not null,
  add column search tsvector generated always as (to_tsvector('russian', translate(text, U&'\0451\0401', U&'\0435\0415'))) stored;
create index segments_search on segments using gin (user_id, search);

-- All words of all texts, to correct misspelt queries.
create table search_words (word text primary key);
create index search_words_similar on search_words using gin (word gin_trgm_ops);
insert into search_words
select distinct word from segments, unnest(tsvector_to_array(to_tsvector('simple', translate(text, U&'\0451\0401', U&'\0435\0415')))) as word
where length(word) between 3 and 40;

create table speaker_names (
  script_id uuid not null references scripts on delete cascade,
  speaker integer not null check (speaker >= 0),
  name text not null,
  primary key (script_id, speaker)
);

alter table scripts
  -- End of storage of the recording and text, fixed by the tariff at upload.
  add column keep_until timestamptz,
  -- When they were deleted; the row stays as a tombstone.
  add column expired_at timestamptz;
update scripts set keep_until = uploaded_at + tariffs.file_storage_days * interval '1 day'
  from users join tariffs on tariffs.id = users.tariff_id where users.id = scripts.user_id;
alter table scripts alter column keep_until set not null;
create index scripts_keep_until on scripts (keep_until) where expired_at is null;
