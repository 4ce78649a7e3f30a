-- Payments, saved cards, promo codes, and the course of a paid subscription.

alter table subscriptions
  -- End of the paid time. Null: nothing was paid (free, or granted by an operator), so nothing ends.
  add column paid_until timestamptz,
  -- Replaces the tariff at the end of the paid time.
  add column next_tariff_id integer references tariffs,
  add column next_billing_period text check (next_billing_period in ('month', 'year')),
  -- When the saved card is charged next. Null: no charge is planned.
  add column charge_at timestamptz,
  -- The first decline of this renewal starts the grace; declines are counted from there.
  add column failed_at timestamptz,
  add column declines integer not null default 0 check (declines >= 0),
  -- The end of paid time that the owner was last warned about.
  add column warned_for timestamptz,
  -- The first moment when the jobs have something to do: warn, charge or end. Written with every change of the others.
  add column due_at timestamptz,
  add check ((next_tariff_id is null) = (next_billing_period is null)),
  add check (paid_until is not null or (next_tariff_id is null and charge_at is null and failed_at is null)),
  add check ((status = 'paymentFailed') = (failed_at is not null));
create index subscriptions_due on subscriptions (due_at, user_id) where due_at is not null;

-- The card of a user at the provider; one at most. Unlinking deletes the row, and no charge is possible without it.
create table payment_methods (
  user_id uuid primary key references users on delete cascade,
  -- The provider's id of the saved method.
  provider_id text not null,
  title text not null,
  saved_at timestamptz not null
);

-- Every attempt to take money, one row each; kept for the books, so `user_id` has no foreign key.
create table payments (
  -- Our order number: the provider keeps it in its metadata, and it is the key of idempotence.
  id uuid primary key,
  user_id uuid not null,
  -- `tariff`: the user begins or changes a subscription. `renewal`: the next period of the same one.
  kind text not null check (kind in ('minutes', 'tariff', 'renewal')),
  minutes integer check (minutes > 0),
  tariff_id integer references tariffs,
  billing_period text check (billing_period in ('month', 'year')),
  -- Start of the period that a renewal pays for.
  period_start timestamptz,
  amount_kopecks integer not null check (amount_kopecks > 0),
  description text not null,
  -- Charged to this saved method, without the user; null: the user pays on the provider's page.
  method_id text,
  saves_method boolean not null default false,
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'canceled')),
  -- The provider's id; null until it is known.
  provider_id text unique,
  confirmation_url text,
  created_at timestamptz not null,
  -- Of the latest request to the provider.
  sent_at timestamptz,
  ended_at timestamptz,
  cancel_reason text,
  -- Next time the provider is asked, for webhooks that were lost.
  check_at timestamptz,
  checks integer not null default 0,
  -- The effect of a successful payment, made once: minutes, a period, or the money back.
  effect text check (effect in ('minutes', 'period', 'refund')),
  -- When the purchase was first reported to analytics.
  reported_at timestamptz,
  receipt_status text check (receipt_status in ('pending', 'succeeded', 'canceled')),
  check (case kind when 'minutes' then minutes is not null else tariff_id is not null and billing_period is not null end),
  check (kind <> 'renewal' or period_start is not null),
  check (effect is null or status = 'succeeded')
);
create index payments_user on payments (user_id, created_at desc);
create index payments_check on payments (check_at) where check_at is not null;
-- At most one automatic charge of a renewal is under way.
create unique index payments_one_renewal on payments (user_id, period_start)
  where kind = 'renewal' and method_id is not null and status in ('created', 'pending');

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  amount_kopecks integer not null check (amount_kopecks > 0),
  reason text not null,
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'canceled')),
  provider_id text unique,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index refunds_payment on refunds (payment_id);

-- Notifications of the provider as they came. They are only a hint: what counts is the answer to a GET.
create table payment_events (
  id bigint generated always as identity primary key,
  event text not null,
  object_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  unique (event, object_id)
);

create table promo_codes (
  -- In upper case.
  code text primary key,
  minutes integer not null check (minutes > 0),
  -- Null: no limit.
  max_uses integer check (max_uses > 0),
  -- Null: never.
  expires_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null
);

-- One use per account.
create table promo_uses (
  code text not null references promo_codes,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz not null,
  primary key (code, user_id)
);

-- A refund takes unused seconds back.
alter table lots
  add column revoked_seconds integer not null default 0 check (revoked_seconds >= 0),
  -- A plan that is replaced in the moment it began ends there.
  drop constraint lots_check,
  add constraint lots_span check (expires_at >= starts_at),
  drop constraint lots_check1,
  add constraint lots_conserved check (
    granted_seconds = remaining_seconds + held_seconds + consumed_seconds + expired_seconds + revoked_seconds
  );
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add check (kind in ('grant', 'hold', 'release', 'capture', 'expire', 'revoke'));
create index ledger_entries_lot on ledger_entries (lot_id);

-- A month has one bundle, whatever the tariff, so its source no longer names one. A month that already has two keeps
-- the larger under the new name.
with largest as (
  select distinct on (user_id, starts_at) id from lots where kind = 'plan' order by user_id, starts_at, granted_seconds desc
)
update lots
set source = concat('plan:', user_id, ':', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from largest where largest.id = lots.id;
