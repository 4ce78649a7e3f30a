-- What an operator has turned off, or on again. A switch without a row is on.

create table switches (
  name text primary key,
  is_on boolean not null,
  reason text not null,
  changed_by text not null,
  changed_at timestamptz not null
);
