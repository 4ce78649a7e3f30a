-- The history of a text. `inverse` undoes an edit; edits of one `step` are undone together; `source` says who made an
-- edit if not its owner by hand; `name` is the owner's name for the text after it. The undo and redo stacks are linked
-- lists: `undo_top` and `redo_top` are the edits on top of them after this one. Earlier edits have none of these.
alter table edits
  add column inverse jsonb,
  add column inverse_bytes integer not null default 0,
  add column step uuid,
  add column source text,
  add column name text,
  add column undo_top integer,
  add column redo_top integer;
