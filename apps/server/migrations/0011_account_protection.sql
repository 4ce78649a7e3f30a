-- Where and by which browser a session was opened, and when it was last renewed. `network` is an IPv4 address or an
-- IPv6 /64.
alter table sessions
  add column network text not null default '',
  add column user_agent text not null default '',
  add column last_used_at timestamptz not null default now();

-- The password was set at registration by another browser than the one that opened the link; it signs nobody in until
-- the owner has answered for it.
alter table users add column is_password_pending boolean not null default false;

alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check
    check (purpose in ('register', 'recover', 'editEmail', 'editPassword', 'revertEmail'));
