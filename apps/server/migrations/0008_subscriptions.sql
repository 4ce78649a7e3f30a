-- The tariff of a user, one row each. Payments will change `status` and the tariff in place.
create table subscriptions (
  user_id uuid primary key references users on delete cascade,
  tariff_id integer not null references tariffs,
  billing_period text not null default 'month' check (billing_period in ('month', 'year')),
  status text not null default 'active' check (status in ('active', 'paymentFailed', 'cancelled')),
  -- Months of the tariff are counted from here.
  anchor_at timestamptz not null,
  theses_left integer not null default 5 check (theses_left >= 0)
);

insert into subscriptions (user_id, tariff_id, billing_period, anchor_at, theses_left)
select id, tariff_id, tariff_period, tariff_since, theses_left from users;

alter table users
  drop column tariff_id,
  drop column tariff_period,
  drop column tariff_since,
  drop column theses_left;

-- Capture and expiry entries had no seconds. From here on `seconds` is the signed change of what remains in the
-- lot, for every kind: settling a hold releases all of it (+), captures the used part (-) and expires the rest (-) if
-- the lot has ended. Entries of a lot still sum up to what remains; those of one kind, to what was held, consumed
-- or expired. Used seconds are taken from the parts of a reservation in order of `position`.
create temporary table settled_parts on commit drop as
select reservation_id, lot_id, part.seconds, ended_at, reservations.user_id,
  greatest(0, least(part.seconds, used_seconds + part.seconds - sum(part.seconds) over earlier)) as used
from reservation_parts as part join reservations on reservations.id = reservation_id
where state <> 'held'
window earlier as (partition by reservation_id order by position);

update ledger_entries as entry
set seconds = case kind when 'release' then part.seconds when 'capture' then -used else used - part.seconds end
from settled_parts as part
where entry.reservation_id = part.reservation_id and entry.lot_id = part.lot_id
  and kind in ('release', 'capture', 'expire');

insert into ledger_entries (at, user_id, lot_id, kind, seconds, reservation_id)
select ended_at, user_id, lot_id, 'release', seconds, reservation_id
from settled_parts as part
where not exists (
  select from ledger_entries as entry
  where entry.reservation_id = part.reservation_id and entry.lot_id = part.lot_id and kind = 'release'
);

-- Entries of deleted users still have no seconds: their reservations are gone.
delete from ledger_entries where seconds = 0;

alter table ledger_entries
  add check (case when kind in ('grant', 'release') then seconds > 0 else seconds < 0 end);
