-- The session in which the browser subscribed; null: before 0061.
alter table push_subscriptions add column session_id uuid;
alter table push_subscriptions
  add constraint push_subscriptions_session foreign key (session_id) references sessions on delete cascade not valid;
