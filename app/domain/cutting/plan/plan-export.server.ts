import type { Staff } from "#app/domain/access/capability.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { Database } from "#db/database.ts";
import { cuttingPlan, type StandingDemand } from "./plan.server.ts";
import {
  isPrimalKnown,
  type PlanDays,
  type PlannedCut,
  type PlannedCutOf,
  type PlannedPrimal,
} from "./plan.ts";

interface Row {
  primal: PlannedPrimal | null;
  part: string;
  /** Null in a primal's own row, which says how much to buy. */
  cut: PlannedCut | PlannedCutOf | null;
}

const pounds = (lb: number | null | undefined) => (lb == null ? "" : toPounds(hundredthsLb(lb)));
const ofPrimal = (cut: Row["cut"]) => (cut && "yieldPct" in cut ? cut : null);

/** Without dollars, as packers must not see prices. */
const columns: CsvColumns<Row> = {
  Primal: ({ primal }) => primal?.name ?? "",
  Part: ({ part }) => part,
  Product: ({ cut }) => cut?.name ?? "",
  "Ordered for the day (pieces)": ({ cut }) => cut?.dayPieces || "",
  "Ordered for the day (lb)": ({ cut }) => pounds(cut?.dayLb),
  "Of these overdue (lb)": ({ cut }) => pounds(cut?.within.overdueLb || null),
  "Of these on hold (lb)": ({ cut }) => pounds(cut?.within.dayHeldLb || null),
  "There for the day (lb)": ({ cut }) => (cut?.stock || cut?.inLotsLb ? pounds(cut.thereLb) : ""),
  "To cut (lb)": ({ cut }) => pounds(cut?.toCutLb),
  "Ordered (lb)": ({ cut }) => pounds(cut?.orderedLb),
  "Standing orders (lb)": ({ cut }) => pounds(cut?.standingLb),
  "Usual beyond these (lb)": ({ cut }) => pounds(cut?.usualLb),
  "For earlier orders, past its date by the day (lb)": ({ cut }) =>
    cut?.servedLb ? pounds(cut.servedLb) : "",
  "On hand (lb)": ({ cut }) => pounds(cut?.stock?.onHandLb),
  "In lots (lb)": ({ cut }) => (cut?.inLotsLb ? pounds(cut.inLotsLb) : ""),
  "Incoming (lb)": ({ cut }) => pounds(cut?.stock?.comesLb),
  "Needed (lb)": ({ cut }) => pounds(cut?.needLb),
  "Usual yield (%)": ({ cut }) => pounds(ofPrimal(cut)?.yieldPct),
  "Actual yield (%)": ({ cut }) => {
    const actual = ofPrimal(cut)?.actual;
    return actual && actual.inputLb > 0
      ? ((actual.outputLb / actual.inputLb) * 100).toFixed(1)
      : "";
  },
  "Sample yield": ({ primal }) => (primal?.isSample ? "yes" : ""),
  "Of the primal for the day (lb)": ({ primal, cut }) =>
    pounds(cut ? ofPrimal(cut)?.dayPrimalLb : primal?.dayLb),
  "Of the primal (lb)": ({ primal, cut }) => pounds(cut ? ofPrimal(cut)?.primalLb : primal?.needLb),
  "Trim of others (lb)": ({ primal, cut }) => (cut || !primal?.isTrim ? "" : pounds(primal.trimLb)),
  "Primal there (lb)": ({ primal, cut }) => {
    if (cut || !primal || !isPrimalKnown(primal)) return "";
    return `${primal.freeLb < 0 ? "-" : ""}${pounds(Math.abs(primal.freeLb))}`;
  },
  "Buy (lb)": ({ primal, cut }) =>
    primal ? (cut ? "" : pounds(primal.buyLb)) : pounds(cut?.needLb),
};

/** Exports a day's plan as a CSV file, with a row per cut and per primal. For staff who pack. */
export function exportCuttingPlan(
  db: Database,
  staff: Staff<"pack">,
  days: PlanDays,
  standing: () => Promise<StandingDemand>,
) {
  return csvOf(columns, rowsOf(db, staff, days, standing));
}

async function* rowsOf(...[db, staff, days, standing]: Parameters<typeof exportCuttingPlan>) {
  const { plan } = await cuttingPlan(db, staff, days, await standing());
  const rows = plan.primals.flatMap((primal): Row[] => [
    ...primal.parts.flatMap(({ name: part, cuts }) => cuts.map((cut) => ({ primal, part, cut }))),
    { primal, part: "", cut: null },
  ]);
  yield [...rows, ...plan.others.map((cut): Row => ({ primal: null, part: "", cut }))];
}
