-- What the owner asked for and which vocabularies were applied: {"asked": {…} or null if switched off, "applied": […]}.
-- Null in processes of older releases and of expired files.
alter table processes add column vocabulary jsonb;
