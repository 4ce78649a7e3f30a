-- A number per user that grows with every change of what open pages poll: an unchanged number answers a poll without a
-- look at the data. Triggers raise it in the transaction of the change, so no code path can forget it.
create table user_versions (user_id uuid primary key, version bigint not null) with (fillfactor = 50);

-- The users that this transaction has changed so far, in a setting that ends with it and follows savepoints.
create function add_changed_users(ids uuid[]) returns void language plpgsql as $$
begin
  if ids is null then return; end if;
  perform set_config('doslovno.changed',
    concat_ws(',', nullif(current_setting('doslovno.changed', true), ''), array_to_string(ids, ',')), true);
end $$;

create function note_changed() returns trigger language plpgsql as $$
begin
  perform add_changed_users((select array_agg(distinct user_id) from changed where user_id is not null));
  return null;
end $$;

create function note_changed_user() returns trigger language plpgsql as $$
begin
  perform add_changed_users((select array_agg(id) from changed));
  return null;
end $$;

create function note_changed_script() returns trigger language plpgsql as $$
begin
  perform add_changed_users(
    (select array_agg(distinct scripts.user_id) from changed join scripts on scripts.id = changed.script_id));
  return null;
end $$;

-- Runs at commit, when the transaction takes no other locks any more, and in one order: two transactions of one user
-- wait for each other for a moment, and never in a circle. The first row that fires it does the work for all.
create function raise_versions() returns trigger language plpgsql as $$
declare
  noted text := nullif(current_setting('doslovno.changed', true), '');
  ids uuid[];
  raised record;
begin
  if noted is null then return null; end if;
  perform set_config('doslovno.changed', '', true);
  ids := (select array_agg(distinct id order by id) from unnest(string_to_array(noted, ',')::uuid[]) as id);
  for raised in
    insert into user_versions as known (user_id, version)
    select id, 1 from users where id = any (ids) order by id
    on conflict (user_id) do update set version = known.version + 1
    returning user_id, version
  loop
    perform pg_notify('user_versions', raised.user_id || ' ' || raised.version);
  end loop;
  delete from user_versions where user_id = any (ids) and not exists (select from users where id = user_id);
  return null;
end $$;

create trigger noted_inserted after insert on users referencing new table as changed for each statement execute function note_changed_user();
create trigger noted_updated after update on users referencing new table as changed for each statement execute function note_changed_user();
create trigger noted_deleted after delete on users referencing old table as changed for each statement execute function note_changed_user();
create constraint trigger versions_raised after insert or update or delete on users deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on scripts referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on scripts referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on scripts referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on scripts deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on processes referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on processes referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on processes referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on processes deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on link_downloads referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on link_downloads referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on link_downloads referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on link_downloads deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on uploads referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on uploads referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on uploads referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on uploads deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on subscriptions referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on subscriptions referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on subscriptions referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on subscriptions deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on lots referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on lots referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on lots referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on lots deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on payments referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on payments referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on payments referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on payments deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on summaries referencing new table as changed for each statement execute function note_changed_script();
create trigger noted_updated after update on summaries referencing new table as changed for each statement execute function note_changed_script();
create trigger noted_deleted after delete on summaries referencing old table as changed for each statement execute function note_changed_script();
create constraint trigger versions_raised after insert or update or delete on summaries deferrable initially deferred for each row execute function raise_versions();

create trigger noted_inserted after insert on theses_uses referencing new table as changed for each statement execute function note_changed();
create trigger noted_updated after update on theses_uses referencing new table as changed for each statement execute function note_changed();
create trigger noted_deleted after delete on theses_uses referencing old table as changed for each statement execute function note_changed();
create constraint trigger versions_raised after insert or update or delete on theses_uses deferrable initially deferred for each row execute function raise_versions();
