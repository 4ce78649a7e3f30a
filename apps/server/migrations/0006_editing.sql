-- Corrections. Segments keep their places when others come between: a place is a number, not a rank.
alter table segments alter column index type double precision;

alter table scripts add column text_version integer not null default 0;

-- Every change of a text, in order: who is behind catches up by these.
create table edits (
  script_id uuid not null references scripts on delete cascade,
  version integer not null,
  operation jsonb not null,
  edited_at timestamptz not null,
  primary key (script_id, version)
);

-- The text as it was recognised, kept from the first correction on.
create table original_segments (
  script_id uuid not null references scripts on delete cascade,
  index double precision not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  speaker integer not null,
  text text not null,
  words jsonb not null,
  primary key (script_id, index)
);
