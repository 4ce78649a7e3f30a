-- outside a transaction
-- Each user's recordings in the order they are due: 1/30 of their length after their start, as the rule of fair shares
-- has it. In UTC, since a moment plus an interval depends on the session's time zone.
drop index concurrently if exists processes_waiting;
create index concurrently processes_waiting
  on processes (is_paid, user_id, ((created_at at time zone 'UTC') + seconds_total / 30 * interval '1 second'))
  where tasks_ready > 0;
