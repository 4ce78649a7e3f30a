-- outside a transaction
-- The words of a file's name without their endings, for the search. Marks become spaces first: the parser takes
-- «rainbow.mp3» for the address of a host.
create or replace function name_words(name text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('russian', translate(name, U&'\0451\0401._-/+@:&', U&'\0435\0415        '));
drop index concurrently if exists scripts_name_words;
create index concurrently scripts_name_words on scripts using gin (user_id, name_words(file_name));
