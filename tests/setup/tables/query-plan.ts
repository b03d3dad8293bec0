import { type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";

interface PlanStep {
  "Node Type": string;
  "Relation Name"?: string;
  "Total Cost": number;
  /** Set if the query was run. */
  "Actual Loops"?: number;
  Plans?: PlanStep[];
}

/** Summary of a query's plan. Run `analyze` after filling the tables. */
export interface QueryCost {
  /** The planner's cost without any index, relative to that with indexes. */
  saving: number;
  /** Tables with a sequential scan. */
  scanned: string[];
  /** True if rows are sorted rather than read in order. */
  isSorted: boolean;
}

/** Estimates a query's cost with the planner, without naming any index. */
export function costOf(db: Database, query: SQLWrapper): Promise<QueryCost> {
  return db.transaction(async (tx) => {
    const usual = await planOf(tx, query);
    for (const way of ["indexscan", "indexonlyscan", "bitmapscan"]) {
      await tx.execute(sql.raw(`set local enable_${way} = off`));
    }
    const bare = await planOf(tx, query);
    const steps = flat(usual);
    return {
      saving: bare["Total Cost"] / usual["Total Cost"],
      scanned: steps.flatMap((step) =>
        step["Node Type"] === "Seq Scan" ? (step["Relation Name"] ?? []) : [],
      ),
      isSorted: steps.some((step) => step["Node Type"].includes("Sort")),
    };
  });
}

/** Returns tables that a query accesses more often than this, which shows a lookup per row. */
export async function lookedUp(db: Database, query: SQLWrapper, times: number): Promise<string[]> {
  const plan = await planOf(db, query, sql`analyze, timing off,`);
  return flat(plan).flatMap((step) =>
    (step["Actual Loops"] ?? 0) > times ? (step["Relation Name"] ?? []) : [],
  );
}

async function planOf(
  db: Database | Transaction,
  query: SQLWrapper,
  how = sql``,
): Promise<PlanStep> {
  const { rows } = await db.execute(sql`explain (${how} format json) ${query.getSQL()}`);
  const [explained] = rows as { "QUERY PLAN": { Plan: PlanStep }[] }[];
  const [root] = explained?.["QUERY PLAN"] ?? [];
  if (!root) throw new Error("The database explained nothing");
  return root.Plan;
}

function flat(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(flat)];
}
