-- Names sort as people expect and as browsers do (Intl.Collator("en-CA", { numeric: true })): by letters
-- before case and accents, and numbers by their value. Every comparison and index of the columns follows.
create collation natural_order (provider = icu, locale = 'en-CA-u-kn-true');
--> statement-breakpoint
alter table products alter column name set data type text collate natural_order;
--> statement-breakpoint
alter table profiles alter column company_name set data type text collate natural_order;
--> statement-breakpoint
analyze products, profiles;
