-- The secret before the last rotation signs as well for a day, so that a receiver can change over.
alter table webhook_endpoints
  add column previous_sealed bytea,
  add column previous_until timestamptz;
