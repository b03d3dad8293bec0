ALTER TABLE "run_stops" DROP CONSTRAINT "run_stops_state_known";--> statement-breakpoint
ALTER TABLE "stop_events" DROP CONSTRAINT "stop_events_kind_known";--> statement-breakpoint
ALTER TABLE "stop_events" DROP CONSTRAINT "stop_events_refused_line";--> statement-breakpoint
ALTER TABLE "stop_events" DROP CONSTRAINT "stop_events_refused_lb";--> statement-breakpoint
ALTER TABLE "credit_request_lines" DROP CONSTRAINT "credit_request_lines_reason_known";--> statement-breakpoint
ALTER TABLE "run_links" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_state_known" CHECK ("run_stops"."state" in ('waiting', 'delivered', 'not_home', 'kept'));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_kind_known" CHECK ("stop_events"."kind" in ('delivered', 'not_home', 'refused', 'kept', 'moved', 'undone'));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_refused_line" CHECK (("stop_events"."kind" = 'refused') = ("stop_events"."order_item_id" is not null)
        or ("stop_events"."kind" = 'kept' and "stop_events"."order_item_id" is not null));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_refused_lb" CHECK (("stop_events"."order_item_id" is null) = ("stop_events"."refused_lb" is null));--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_reason_known" CHECK ("credit_request_lines"."reason" in ('short', 'quality', 'warm', 'wrong_item', 'price', 'late', 'held'));