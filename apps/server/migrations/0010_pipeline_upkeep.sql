-- The sweep of stale holds reads the few reservations that are held, not the whole history.
create index reservations_held on reservations (process_id) where state = 'held';

-- Attempts of a task that ended because storage did not answer.
alter table tasks add column put_off integer not null default 0;
