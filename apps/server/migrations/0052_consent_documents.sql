alter table consents validate constraint consents_document_check;
