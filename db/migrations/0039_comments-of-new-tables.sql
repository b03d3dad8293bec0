comment on table backup_runs is 'The shop''s own backups and their proofs, newest of each kept for a year.';
--> statement-breakpoint
comment on table health_troubles is 'What is wrong with the shop now, each told to the owner once.';
--> statement-breakpoint
comment on table word_drafts is 'A page''s texts as somebody of the staff last previewed them, for them alone. What is saved is in kept_values.';
--> statement-breakpoint
comment on table claim_ticks is 'Claims of the shop that somebody has confirmed.';
--> statement-breakpoint
comment on table data_imports is 'Files that somebody brings from elsewhere: products, prices, clients, sites, balances.';
--> statement-breakpoint
comment on table data_import_rows is 'The rows of such a file as they were compared with what the shop has.';
--> statement-breakpoint
comment on table import_mappings is 'What the columns of such files mean, by their kind and head row.';
--> statement-breakpoint
comment on table opening_balances is 'What a customer owed when the shop began to keep its account: once for each.';
