-- Spans of the recording that no attempt could recognise; the rest has its text.
alter table scripts add column unheard jsonb not null default '[]';
