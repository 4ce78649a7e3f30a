-- An owner who takes an account back loses what was added since: codes, share links, invites, webhooks.
alter table recovery_codes add column created_at timestamptz not null default now();
alter table scripts add column public_since timestamptz;
alter table vocabularies add column invited_at timestamptz;
-- When it was changed; null: as it was made.
alter table webhook_endpoints add column url_since timestamptz;
