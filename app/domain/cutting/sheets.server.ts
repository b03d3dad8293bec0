import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { lotMeat } from "#app/domain/lots/lot-products.server.ts";
import { isKeptInPieces } from "#app/domain/stock/stock-entries.server.ts";
import { numberedPage } from "#app/lib/numbered-page.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import {
  cuttingInputs,
  cuttingOutputs,
  cuttings,
  cuttingWastes,
  type TakenBackCutting,
} from "#db/schema/meat/cuttings.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";

/**
 * For queries on `cutting_outputs` and `products`: the pieces that a sheet made, with corrections,
 * which only the stock knows; null if the product isn't kept in pieces.
 */
export const piecesMade = sql<number | null>`case when ${isKeptInPieces} then (
  select coalesce(sum(pieces), 0)::int from stock_entries
  where stock_entries.lot_id = cutting_outputs.lot_id
    and stock_entries.product_id = products.id and kind = 'cut into') end`;

/** For `cutting_inputs` with `cuttings`: the whole pieces that went in; null if not kept in any. */
export const piecesUsed = sql<number | null>`(
  select -sum(pieces)::int from stock_entries join products on products.id = stock_entries.product_id
  where stock_entries.lot_id = cutting_inputs.lot_id and ${isKeptInPieces}
    and kind in ('cut from', 'waste') and request_id is null
    and reason = 'Cutting ' || cuttings.number)`;

/** Sums a sheet's rows, or the stored copy of a reversed sheet's. */
const sumOf = (table: string, part: "inputs" | "outputs" | "wastes") =>
  sql<string>`(select coalesce(sum(lb), 0.00)::text from (
    select lb from ${sql.identifier(table)} where cutting_id = cuttings.id
    union all
    select (row ->> 'lb')::numeric from jsonb_array_elements(cuttings.taken_back -> ${sql.raw(`'${part}'`)}) as row
  ) as rows)`;

const sums = {
  inputLb: sumOf("cutting_inputs", "inputs"),
  outputLb: sumOf("cutting_outputs", "outputs"),
  wasteLb: sumOf("cutting_wastes", "wastes"),
};

const summary = {
  id: cuttings.id,
  number: cuttings.number,
  kind: cuttings.kind,
  cutAt: cuttings.cutAt,
  takenBackAt: cuttings.takenBackAt,
  ...sums,
};

const pageOfCuttings = 50;

/** Returns a page of cuttings, newest first, without costs. For staff who pack. */
export async function listCuttings(db: Database, _staff: Staff<"pack">, asked: number) {
  const place = numberedPage(await db.$count(cuttings), pageOfCuttings, asked);
  const rows = await db
    .select(summary)
    .from(cuttings)
    .orderBy(desc(cuttings.cutAt), desc(cuttings.id))
    .limit(pageOfCuttings)
    .offset(place.from);
  return { rows, place };
}

/** Returns the yield of each kind of cutting, except waste-only sheets. For staff who pack. */
export async function yieldsByKind(db: Database, _staff: Staff<"pack">) {
  const { rows } = await db.execute<{
    kind: string;
    cuttings: number;
    inputLb: string;
    outputLb: string;
  }>(sql`
    select min(kind) as kind, count(*)::integer as cuttings,
      coalesce(sum((select sum(lb) from cutting_inputs where cutting_id = cuttings.id)), 0.00)::text as "inputLb",
      coalesce(sum((select sum(lb) from cutting_outputs where cutting_id = cuttings.id)), 0.00)::text as "outputLb"
    from cuttings where taken_back_at is null
      and exists (select from cutting_outputs where cutting_id = cuttings.id)
    group by lower(kind) order by 1 limit 100`);
  return rows;
}

/** Returns a cutting with its lots, without costs; null for an unknown id. For staff who pack. */
export async function getCutting(db: Database, _staff: Staff<"pack">, id: string) {
  if (!isUuid(id)) return null;
  const [[found], inputs, outputs, wastes] = await Promise.all([
    db
      .select({
        ...summary,
        costBy: cuttings.costBy,
        differenceReason: cuttings.differenceReason,
        takenBack: cuttings.takenBack,
        takenBackReason: cuttings.takenBackReason,
        takenBackBy: sql<string>`coalesce((select email from ${user}
          where users.id = cuttings.taken_back_by), '')`,
        cutBy: sql<string>`coalesce(${user.email}, '')`,
      })
      .from(cuttings)
      .leftJoin(user, eq(user.id, cuttings.cutBy))
      .where(eq(cuttings.id, id)),
    db
      .select({
        lotId: lots.id,
        code: lots.code,
        supplier: lots.supplier,
        meat: lotMeat,
        lb: cuttingInputs.lb,
        pieces: piecesUsed,
        expiresOn: lots.expiresOn,
      })
      .from(cuttingInputs)
      .innerJoin(cuttings, eq(cuttings.id, cuttingInputs.cuttingId))
      .innerJoin(lots, eq(lots.id, cuttingInputs.lotId))
      .where(eq(cuttingInputs.cuttingId, id))
      .orderBy(asc(lots.code)),
    db
      .select({
        lotId: lots.id,
        code: lots.code,
        productId: cuttingOutputs.productId,
        productName: cuttingOutputs.productName,
        expiresOn: lots.expiresOn,
        lb: cuttingOutputs.lb,
        pieces: piecesMade,
      })
      .from(cuttingOutputs)
      .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
      .leftJoin(products, eq(products.id, cuttingOutputs.productId))
      .where(eq(cuttingOutputs.cuttingId, id))
      .orderBy(asc(cuttingOutputs.position)),
    db
      .select({ reason: cuttingWastes.reason, lb: cuttingWastes.lb })
      .from(cuttingWastes)
      .where(eq(cuttingWastes.cuttingId, id))
      .orderBy(asc(cuttingWastes.position)),
  ]);
  if (!found) return null;
  const { takenBack, ...facts } = found;
  return takenBack
    ? { ...facts, ...(await namedRows(db, takenBack)) }
    : { ...facts, inputs, outputs, wastes };
}

async function namedRows(db: Database, { inputs, outputs, wastes }: TakenBackCutting) {
  const ids = [...inputs, ...outputs].map(({ lotId }) => lotId);
  const found = await db
    .select({
      id: lots.id,
      code: lots.code,
      supplier: lots.supplier,
      meat: lotMeat,
      expiresOn: lots.expiresOn,
    })
    .from(lots)
    .where(inArray(lots.id, ids));
  const byId = new Map(found.map((lot) => [lot.id, lot]));
  const named = <Row extends { lotId: string; pieces?: number | null }>(row: Row) => {
    const { code = "", supplier = "", meat = "", expiresOn = null } = byId.get(row.lotId) ?? {};
    return { pieces: null, ...row, code, supplier, meat, expiresOn };
  };
  return {
    inputs: inputs.map(named),
    outputs: outputs.map((row) => ({ ...named(row), productId: null })),
    wastes,
  };
}
