-- What a text lacks for a summary: known words, or whole sentences to quote.
alter table summaries add column lack text check (lack in ('unclear', 'tooFew'));
