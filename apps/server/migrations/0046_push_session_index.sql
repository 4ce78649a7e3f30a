-- outside a transaction

-- Deleting a session follows the foreign key.
drop index concurrently if exists push_subscriptions_session_id;
create index concurrently push_subscriptions_session_id on push_subscriptions (session_id);
