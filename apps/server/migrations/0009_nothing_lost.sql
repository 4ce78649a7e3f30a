-- The dictionary that corrects misspelt searches now belongs to each user, and each text remembers the words it added:
-- words leave the dictionary with the last text that has them.
drop table search_words;

create table script_words (
  script_id uuid primary key references scripts on delete cascade,
  words text[] not null
);
insert into script_words (script_id, words)
select script_id, array_agg(distinct word)
from (select script_id, text from segments union all select script_id, text from original_segments) as said,
  unnest(tsvector_to_array(to_tsvector('simple', translate(text, U&'\0451\0401', U&'\0435\0415')))) as word
where length(word) between 3 and 40
group by script_id;

create table search_words (
  user_id uuid not null references users on delete cascade,
  word text not null,
  -- Texts of the user that have the word.
  texts integer not null check (texts >= 0),
  primary key (user_id, word)
);
insert into search_words (user_id, word, texts)
select user_id, word, count(*) from script_words join scripts on scripts.id = script_id, unnest(words) as word
group by user_id, word;
create index search_words_similar on search_words using gin (user_id, word gin_trgm_ops);

-- When the original was found to be missing in storage; null again once it is back.
alter table scripts add column original_missing_at timestamptz;

-- For deleting what is no longer needed.
create index sessions_ended on sessions (least(expires_at, revoked_at));
create index refresh_tokens_expires on refresh_tokens (expires_at);
create index mail_links_expires on mail_links (expires_at);
create index provider_tokens_expires on provider_tokens (expires_at);
create index audit_events_at on audit_events (at);
create index uploads_ended on uploads (ended_at) where state <> 'open';
create index link_downloads_finished on link_downloads (finished_at);
create index processes_finished on processes (finished_at);
