-- The price that the owner was told for the renewal they were last warned about: it is what the card is charged.
alter table subscriptions add column warned_kopecks integer;
