-- outside a transaction

drop index concurrently if exists scripts_link;
create unique index concurrently scripts_link on scripts (link_id) where link_id is not null;
