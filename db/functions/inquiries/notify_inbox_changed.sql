-- Owner: app/features/inquiries

-- inbox_changed: a message arrived or was handled. Once per statement; no payload.
create or replace function notify_inbox_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('inbox_changed', '');
  return null;
end $$;

create trigger contact_messages_notify after insert or update or delete or truncate on contact_messages
  for each statement execute function notify_inbox_changed();

create trigger wholesale_inquiries_notify after insert or update or delete or truncate on wholesale_inquiries
  for each statement execute function notify_inbox_changed();
