-- The id in the share link of a file, once its owner has asked for another; null: the file's own.
alter table scripts add column link_id uuid;
