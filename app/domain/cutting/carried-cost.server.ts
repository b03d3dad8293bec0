import { asc, eq } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { cuttingInputs, cuttingOutputs, cuttings } from "#db/schema/meat/cuttings.ts";
import { lots } from "#db/schema/packages.ts";
import type { CostDivision } from "./carry-cost-words.ts";
import { costsWentIn } from "./cuttings.server.ts";

/** Returns how a cutting's cost was divided; null if unknown or reversed. For the owner. */
export async function divisionOfCutting(
  db: Database,
  admin: Admin,
  cuttingId: string,
): Promise<CostDivision | null> {
  if (!isUuid(cuttingId)) return null;
  const [[cutting], inputs, outputs, wentIn] = await Promise.all([
    db.select({ costBy: cuttings.costBy }).from(cuttings).where(eq(cuttings.id, cuttingId)),
    db
      .select({ lb: cuttingInputs.lb })
      .from(cuttingInputs)
      .where(eq(cuttingInputs.cuttingId, cuttingId)),
    db
      .select({
        lotId: cuttingOutputs.lotId,
        name: cuttingOutputs.productName,
        lb: cuttingOutputs.lb,
        pricePerLb: cuttingOutputs.pricePerLb,
        costCents: lots.costCents,
      })
      .from(cuttingOutputs)
      .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
      .where(eq(cuttingOutputs.cuttingId, cuttingId))
      .orderBy(asc(cuttingOutputs.position)),
    costsWentIn(db, admin, cuttingId),
  ]);
  if (!cutting) return null;
  const costs = Object.values(wentIn);
  if (costs.length === 0 || costs.includes(null)) return null;
  const cents = costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0);
  return { ...cutting, cents, lb: toPounds(sumLb(inputs.map(({ lb }) => lb))), outputs };
}

/** As `divisionOfCutting`, for the cutting that made a lot; null if bought. For the owner. */
export async function divisionOfLot(
  db: Database,
  admin: Admin,
  lotId: string,
): Promise<CostDivision | null> {
  if (!isUuid(lotId)) return null;
  const [made] = await db
    .select({ cuttingId: cuttingOutputs.cuttingId })
    .from(cuttingOutputs)
    .where(eq(cuttingOutputs.lotId, lotId));
  return made ? divisionOfCutting(db, admin, made.cuttingId) : null;
}
