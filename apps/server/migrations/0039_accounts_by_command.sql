-- A disabled account signs in by no way; nothing of it is deleted.
alter table users add column disabled_at timestamptz;

-- short lock: links live for days, so there are few
alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check
    check (purpose in ('register', 'recover', 'invite', 'editEmail', 'editPassword', 'revertEmail'));
