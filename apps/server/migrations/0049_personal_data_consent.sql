-- The consent to the processing of personal data is a document of its own.
alter table consents
  drop constraint consents_document_check,
  add constraint consents_document_check check (document in ('offer', 'privacy', 'personalData')) not valid;
