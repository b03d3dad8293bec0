import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Returns the schema as PostgreSQL describes it, one line per object: tables, columns, constraints,
 * indexes, views, sequences, collations and extensions, with their comments. Without functions,
 * triggers, the order of columns, which follows the migrations, and `migrate`'s own tables.
 */
export async function catalogueOf(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    with ours as (
      select pg_class.* from pg_class
      where relnamespace = current_schema()::regnamespace and relname !~ '^schema_'
        and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    )
    select line from (
      select format('%s %s%s: %s', kinds.word, relname, ' with ' || reloptions::text, coalesce(obj_description(ours.oid, 'pg_class'), '')) as line
      from ours join (values ('r', 'table'), ('v', 'view'), ('S', 'sequence')) as kinds (kind, word)
        on kinds.kind = relkind::text
      union all
      select format('view %s is %s', relname, pg_get_viewdef(oid)) from ours where relkind = 'v'
      union all
      select format('column %s.%s %s%s%s%s%s: %s', relname, attname, format_type(atttypid, atttypmod),
        case when attcollation <> 0 then ' collate ' || attcollation::regcollation::text end,
        case when attnotnull then ' not null' end,
        case attgenerated when 's' then ' generated ' when 'v' then ' generated ' else ' default ' end
          || pg_get_expr(adbin, adrelid),
        case when attidentity <> '' then ' identity ' || attidentity::text end,
        coalesce(col_description(ours.oid, attnum), ''))
      from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = ours.oid and adnum = attnum
      where relkind in ('r', 'v') and attnum > 0 and not attisdropped
      union all
      select format('constraint %s.%s %s: %s', relname, conname, pg_get_constraintdef(pg_constraint.oid),
        coalesce(obj_description(pg_constraint.oid, 'pg_constraint'), ''))
      from ours join pg_constraint on conrelid = ours.oid
      where contype not in ('n', 't')
      union all
      select format('index %s: %s', pg_get_indexdef(ours.oid), coalesce(obj_description(ours.oid, 'pg_class'), ''))
      from ours where relkind = 'i'
      union all
      select format('sequence %s is %s owned by %s', relname,
        (seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle), (
        select refobjid::regclass || '.' || attname from pg_depend
          join pg_attribute on attrelid = refobjid and attnum = refobjsubid
        where classid = 'pg_class'::regclass and objid = ours.oid and refclassid = 'pg_class'::regclass))
      from ours join pg_sequence on seqrelid = ours.oid
      union all
      select format('collation %s %s', collname, collprovider)
      from pg_collation where collnamespace = current_schema()::regnamespace
      union all
      select format('extension %s', extname) from pg_extension where extname <> 'plpgsql'
    ) as described
    order by line collate "C"`);
  return rows.map(({ line }) => line);
}
