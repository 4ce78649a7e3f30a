-- Messages of people to the operator.

create table feedback (
  id uuid primary key,
  user_id uuid references users on delete set null,
  email text not null,
  text text not null,
  page text,
  created_at timestamptz not null
);
create index feedback_user on feedback (user_id) where user_id is not null;
create index feedback_created on feedback (created_at);
