-- History is listed in pages and pruned by size; measuring the operations each time would read all of them.
alter table edits add column size_bytes integer not null
  generated always as (octet_length(operation::text)) stored;
