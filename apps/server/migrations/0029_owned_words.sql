-- outside a transaction
-- The words of a text, each with the end of its owner's id before it: the beginning of a word then leads to the words of
-- one user, instead of those of all. Eight digits are enough: a search looks at the owner of each file it finds.
-- Restricted, because parallel workers take longer to start than a search takes.
create or replace function owned_words(owner uuid, words tsvector) returns tsvector
  language sql immutable strict parallel restricted
  return array_to_tsvector(array(select right(owner::text, 8) || word from unnest(tsvector_to_array(words)) as word));
drop index concurrently if exists segments_owned_words;
create index concurrently segments_owned_words on segments using gin (owned_words(user_id, search));
