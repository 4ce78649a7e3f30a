-- The size of the text after an edit, so that the next one need not read all of it. Earlier edits have none.
alter table edits
  add column text_items integer,
  add column text_letters integer;
