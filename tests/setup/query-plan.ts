import { type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** One step of how the database means to answer a query. */
export interface PlanStep {
  "Node Type": string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Relation Name"?: string;
  Plans?: PlanStep[];
}

/** Every step of the query's plan, the outermost first. Run `analyze` after filling the tables. */
export async function planOf(db: Database, query: SQLWrapper): Promise<PlanStep[]> {
  const { rows } = await db.execute(sql`explain (format json) ${query.getSQL()}`);
  const [explained] = rows as { "QUERY PLAN": { Plan: PlanStep }[] }[];
  const [root] = explained?.["QUERY PLAN"] ?? [];
  if (!root) throw new Error("The database explained nothing");
  return flat(root.Plan);
}

function flat(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(flat)];
}
