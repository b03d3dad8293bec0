import { type SQL, sql } from "drizzle-orm";

// A lot whose code was corrected is still called by the former one on older labels, papers and
// letters. The audit log keeps it.

const corrections = sql`audit_log where audit_log.entity = 'lot' and audit_log.action = 'edited'
  and audit_log.before ? 'code'`;

/** A lot's former codes, without the present one. For queries on `lots`. */
export const formerCodes = sql<string[]>`array(select distinct audit_log.before ->> 'code'
  from ${corrections} and audit_log.entity_id = lots.id::text
    and audit_log.before ->> 'code' <> lots.code order by 1)`;

/** Matches lots that had a code like a pattern. For queries on `lots`. */
export const hadCodeLike = (pattern: string): SQL =>
  sql`lots.id in (select audit_log.entity_id::uuid from ${corrections}
    and audit_log.before ->> 'code' ilike ${pattern})`;
