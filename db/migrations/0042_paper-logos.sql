CREATE TABLE "paper_logos" (
	"digest" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_logos_digest_form" CHECK ("paper_logos"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "paper_logos_size" CHECK (octet_length("paper_logos"."png") between 1 and 2097152)
);--> statement-breakpoint
comment on table paper_logos is 'Logos as papers print them, which issued documents name by their digest.';
--> statement-breakpoint
create function paper_logos_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'Logos of papers are neither changed nor removed'
    using errcode = 'integrity_constraint_violation', constraint = 'paper_logos_append_only';
end
$$;
--> statement-breakpoint
create trigger paper_logos_append_only before update or delete on paper_logos
  for each row execute function paper_logos_append_only();
