CREATE TABLE "claim_ticks" (
	"claim" text PRIMARY KEY NOT NULL,
	"words_digest" text NOT NULL,
	"note" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_ticks_claim_form" CHECK ("claim_ticks"."claim" ~ '[^[:space:]]' and char_length("claim_ticks"."claim") <= 60),
	CONSTRAINT "claim_ticks_words_digest_form" CHECK ("claim_ticks"."words_digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "claim_ticks_note_length" CHECK (char_length("claim_ticks"."note") <= 500),
	CONSTRAINT "claim_ticks_confirmed_by_form" CHECK ("claim_ticks"."confirmed_by" ~ '[^[:space:]]' and char_length("claim_ticks"."confirmed_by") <= 320)
);
--> statement-breakpoint
CREATE TABLE "word_drafts" (
	"page" text NOT NULL,
	"user_id" uuid NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "word_drafts_page_user_id_pk" PRIMARY KEY("page","user_id"),
	CONSTRAINT "word_drafts_page_form" CHECK ("word_drafts"."page" ~ '[^[:space:]]' and char_length("word_drafts"."page") <= 60),
	CONSTRAINT "word_drafts_size" CHECK (octet_length("word_drafts"."value"::text) <= 262144)
);
--> statement-breakpoint
ALTER TABLE "word_drafts" ADD CONSTRAINT "word_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;