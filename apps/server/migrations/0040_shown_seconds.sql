-- The end of the text that drafts have shown: a cancel returns no minutes for it beyond the first.
alter table reservations add column shown_seconds integer not null default 0;
