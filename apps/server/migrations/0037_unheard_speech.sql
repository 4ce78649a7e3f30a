-- Speech of a recognised chunk that no hearing found words in.
alter table tasks add column unheard jsonb;
