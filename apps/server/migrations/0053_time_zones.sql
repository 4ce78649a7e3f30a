-- The IANA name of the time zone of the browser that signed in last; null: not told yet.
alter table users add column time_zone text;
