-- Stretches of a recording that no try could recognise; the rest of it is text all the same.
alter table scripts add column unheard jsonb not null default '[]';
