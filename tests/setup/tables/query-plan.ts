import { type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";

/** One step of how the database means to answer a query. */
interface PlanStep {
  "Node Type": string;
  "Relation Name"?: string;
  "Total Cost": number;
  Plans?: PlanStep[];
}

/** What a query's plan comes to. Run `analyze` after filling the tables. */
export interface QueryCost {
  /** How many times dearer the planner finds the query without any index. */
  saving: number;
  /** Tables that are read from end to end. */
  scanned: string[];
  /** Whether rows are sorted rather than read in their order. */
  isSorted: boolean;
}

/** What a query would cost, by the planner's own estimate: no index is known by its name here. */
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

async function planOf(tx: Transaction, query: SQLWrapper): Promise<PlanStep> {
  const { rows } = await tx.execute(sql`explain (format json) ${query.getSQL()}`);
  const [explained] = rows as { "QUERY PLAN": { Plan: PlanStep }[] }[];
  const [root] = explained?.["QUERY PLAN"] ?? [];
  if (!root) throw new Error("The database explained nothing");
  return root.Plan;
}

function flat(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(flat)];
}
