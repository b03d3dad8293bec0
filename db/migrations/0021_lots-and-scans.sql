ALTER TABLE "lots" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "scan_stand_ins" jsonb;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "gtin_company_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_parents" ADD CONSTRAINT "lot_parents_lb_positive" CHECK ("lot_parents"."lb" > 0);--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_gtin_prefix_form" CHECK ("shop_settings"."gtin_company_prefix" ~ '^([0-9]{6,11})?$');--> statement-breakpoint
-- What a package says of its lot is evidence: the lot can't be renamed afterwards. A package that is stored
-- at the same time holds the lot's key, so that the update waits, and the check sees it.
create function keep_packed_lots() returns trigger language plpgsql as $$
begin
  if (new.code, new.supplier) is distinct from (old.code, old.supplier)
    and exists (select from packages where lot_id = old.id)
  then
    raise exception 'the code and the supplier of a lot that was packed stay'
      using errcode = 'integrity_constraint_violation', constraint = 'lots_packed_keep_code';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger lots_packed_keep_code before update of code, supplier on lots
  for each row execute function keep_packed_lots();
--> statement-breakpoint
-- A recall follows parents and children to their ends, so there must be ends. One change at a time: two
-- together could close a circle that neither sees.
create function refuse_lot_circle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('lot parents'));
  if exists (
    with recursive above (id) as (
      select new.parent_id
      union
      select lot_parents.parent_id from lot_parents join above on above.id = lot_parents.child_id
    )
    select from above where id = new.child_id
  ) then
    raise exception 'a lot cannot be made from what was made of it'
      using errcode = 'integrity_constraint_violation', constraint = 'lot_parents_no_circle';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger lot_parents_no_circle before insert or update on lot_parents
  for each row execute function refuse_lot_circle();
