ALTER TABLE "document_lines" ADD COLUMN "package_lb" numeric(10, 2)[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "packed_pieces" integer;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_packages_weighed" CHECK (cardinality("document_lines"."package_lb") in (0, coalesce("document_lines"."packages", 0)));--> statement-breakpoint
comment on column document_lines.package_lb is 'The weights of the packages as of the issue, in the order they were packed. Empty for none, and where the migration could not tell them.';--> statement-breakpoint
alter table document_lines disable trigger user;--> statement-breakpoint
-- The packages of a line are those that stand, or, if its order was reopened since, those that stood
-- at the issue: they are as many as it says, and weigh what it says.
update document_lines set package_lb = weighed.lb, packed_pieces = weighed.pieces
from (
  select distinct on (line.document_id, line.position) line.document_id, line.position, standing.pieces,
    case when line.packages is null then '{}' else standing.lb end as lb
  from document_lines as line
    join documents on documents.id = line.document_id
    cross join lateral (values ('infinity'::timestamptz), (documents.issued_at)) as times (moment)
    cross join lateral (
      select nullif(sum(pieces), 0)::integer as pieces,
        coalesce(array_agg(net_lb order by packed_at, id) filter (where source <> 'assumed'), '{}') as lb
      from packages
      where order_item_id = line.order_item_id
        and packed_at <= moment and (voided_at is null or voided_at > moment)
    ) as standing
  where line.unit = 'lb' and (line.packages is null or (
    cardinality(standing.lb) = line.packages
    and (select sum(one) from unnest(standing.lb) as one) = line.packed))
  order by line.document_id, line.position, moment desc
) as weighed
where weighed.document_id = document_lines.document_id and weighed.position = document_lines.position;--> statement-breakpoint
alter table document_lines enable trigger user;
