-- Uploads are deleted after a while; that somebody has ever uploaded anything is kept with the user.
alter table users add column has_uploaded boolean not null default false;
update users set has_uploaded = true
where exists (select from uploads where uploads.user_id = users.id and uploads.state = 'complete');
