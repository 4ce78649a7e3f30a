-- outside a transaction

drop index concurrently if exists users_deletion_due;
create index concurrently users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;

-- Deleting a user follows foreign keys; these had no index yet.
drop index concurrently if exists processes_user;
create index concurrently processes_user on processes (user_id);
drop index concurrently if exists link_downloads_user;
create index concurrently link_downloads_user on link_downloads (user_id);
drop index concurrently if exists reservation_parts_lot;
create index concurrently reservation_parts_lot on reservation_parts (lot_id);
drop index concurrently if exists theses_uses_user;
create index concurrently theses_uses_user on theses_uses (user_id);
drop index concurrently if exists promo_uses_user;
create index concurrently promo_uses_user on promo_uses (user_id);
drop index concurrently if exists legacy_tokens_user;
create index concurrently legacy_tokens_user on legacy_tokens (user_id);
