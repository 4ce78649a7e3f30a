-- Folders of files, one level deep; a file is in one folder or in none.
create table folders (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null
);
create unique index folders_user_name on folders (user_id, lower(name collate "ru-x-icu"));

alter table scripts add column folder_id uuid references folders on delete set null;

-- Where the file goes when it has arrived; no reference, for which every deletion of a folder would search this table.
alter table uploads add column folder_id uuid;

create trigger noted_inserted after insert on folders referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on folders referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on folders referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on folders deferrable initially deferred for each row execute function raise_versions();
