-- Fractional indexes: a segment inserted between two others does not renumber them.
alter table segments alter column index type double precision;

alter table scripts add column text_version integer not null default 0;

-- Every change of a text, in order; clients with an older version catch up from here.
create table edits (
  script_id uuid not null references scripts on delete cascade,
  version integer not null,
  operation jsonb not null,
  edited_at timestamptz not null,
  primary key (script_id, version)
);

-- The recognised text, kept from the first edit on.
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
