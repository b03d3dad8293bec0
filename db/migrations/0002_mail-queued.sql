-- mail_queued: there may be mail to send. Once per transaction, after its commit; no payload.
create function notify_mail_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail_queued', '');
  return null;
end $$;
--> statement-breakpoint
create trigger mail_outbox_notify after insert on mail_outbox
  for each statement execute function notify_mail_queued();
