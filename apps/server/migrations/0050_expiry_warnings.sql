-- The end of keeping that the owner was told of by mail.
alter table scripts add column warned_until timestamptz;
