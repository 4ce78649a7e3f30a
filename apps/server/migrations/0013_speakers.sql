-- Number of speakers in the text, for lists; null while there is no text.
alter table scripts add column speakers integer;

update scripts set speakers = counted.speakers
from (select script_id, count(distinct speaker) as speakers from segments group by script_id) as counted
where counted.script_id = scripts.id;
