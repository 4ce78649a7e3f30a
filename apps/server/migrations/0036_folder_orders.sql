-- outside a transaction
-- One index per sort order, as for the whole list; files without a folder cost them nothing.
drop index concurrently if exists scripts_folder_uploaded;
create index concurrently scripts_folder_uploaded on scripts (folder_id, uploaded_at desc, id desc) where folder_id is not null;
drop index concurrently if exists scripts_folder_name;
create index concurrently scripts_folder_name on scripts (folder_id, file_name collate "ru-x-icu", id) where folder_id is not null;
drop index concurrently if exists scripts_folder_duration;
create index concurrently scripts_folder_duration on scripts (folder_id, duration_seconds desc nulls last, id) where folder_id is not null;
drop index concurrently if exists scripts_folder_size;
create index concurrently scripts_folder_size on scripts (folder_id, size_bytes desc, id) where folder_id is not null;
drop index concurrently if exists scripts_folder_status;
create index concurrently scripts_folder_status on scripts (folder_id, status desc, id) where folder_id is not null;
