-- How users learn that a file is done. Without a row: a mail with a link, nothing attached.

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  is_email_on boolean not null,
  is_push_on boolean not null,
  formats text[] not null default '{}'
);

-- Browsers that show notifications.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Processes whose owners were mailed: a job that runs again mails nobody twice.
create table mailed_processes (
  process_id uuid primary key references processes on delete cascade,
  mailed_at timestamptz not null
);
