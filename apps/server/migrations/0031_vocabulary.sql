-- Names and terms that the recogniser should write right, a person's own and shared ones.

create table vocabularies (
  -- A person's own vocabulary has the id of its owner; the others are shared.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Empty for a person's own.
  name text not null,
  -- Grows with every change of its terms.
  version integer not null default 0,
  invite_hash bytea unique,
  invite_role text check (invite_role in ('use', 'edit')),
  created_at timestamptz not null,
  check ((invite_hash is null) = (invite_role is null))
);
create index vocabularies_user on vocabularies (user_id);

create table vocabulary_members (
  vocabulary_id uuid not null references vocabularies on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('use', 'edit')),
  joined_at timestamptz not null,
  primary key (vocabulary_id, user_id)
);
create index vocabulary_members_user on vocabulary_members (user_id);

create table vocabulary_terms (
  id uuid primary key,
  vocabulary_id uuid not null references vocabularies on delete cascade,
  text text not null check (length(text) between 2 and 80),
  -- Letters and digits only, in lower case; the order of the list.
  plain text collate "C" not null,
  said_as text[] not null default '{}',
  -- Which reading of the declension tables; null: all of them, -1: not declined.
  paradigm smallint,
  source text not null check (source in ('typed', 'correction', 'speaker', 'import')),
  is_on boolean not null default true,
  used integer not null default 0,
  created_at timestamptz not null,
  -- Kept for a day, so that a deletion can be undone.
  deleted_at timestamptz
);
create unique index vocabulary_terms_plain on vocabulary_terms (vocabulary_id, plain) where deleted_at is null;
create index vocabulary_terms_deleted on vocabulary_terms (deleted_at) where deleted_at is not null;
create index vocabulary_terms_vocabulary on vocabulary_terms (vocabulary_id);

-- What a person does not want replaced by a term, of whatever vocabulary.
create table vocabulary_exceptions (
  user_id uuid not null references users on delete cascade,
  -- Letters and digits only.
  heard text not null,
  term_id uuid not null references vocabulary_terms on delete cascade,
  primary key (user_id, heard, term_id)
);
create index vocabulary_exceptions_term on vocabulary_exceptions (term_id);

-- Words that a person does not want remembered.
create table vocabulary_declined (
  user_id uuid not null references users on delete cascade,
  plain text not null,
  primary key (user_id, plain)
);
