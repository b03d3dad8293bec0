import { eq, inArray } from "drizzle-orm";
import { staffMay } from "#app/domain/access/capability.ts";
import {
  correctDays,
  correctReceivedLb,
  type LotDays,
} from "#app/domain/lots/received-lots.server.ts";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { hundredthsLb, lbLess, toPounds } from "#app/lib/amounts/weight.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { receiptLines, type receipts } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { type Errors, whenUndecided, withProducts } from "../read-goods.server.ts";
import { lineAmount } from "../receipt-costs.ts";
import { receiptName } from "../receiving.ts";
import { formatDegrees, type ReceivingSettings } from "../receiving-settings.ts";
import { wrongFields } from "../refusals.ts";
import type { Receiver } from "../suppliers.server.ts";
import type { LineCorrection, ReceiptCorrection } from "./correction-form.ts";
import { refuseUsed, takeOutOfStock } from "./remove-lines.server.ts";

type StoredReceipt = typeof receipts.$inferSelect;
type StoredLine = typeof receiptLines.$inferSelect;

/** Notes a difference for the log. */
export type Note = (name: string, from: unknown, to: unknown) => void;

interface CorrectedLine {
  line: StoredLine;
  correction: LineCorrection;
  /** The code of its lot, or on refused goods, before and after. */
  wasCode: string;
  lotCode: string;
  wasDays: LotDays;
  days: LotDays;
  isOtherMeat: boolean;
  productId: string | null;
  description: string;
  /** Null if pieces aren't asked. */
  pieces: number | null;
  temperatureC: string | null;
  why: string;
}

/**
 * Parses the corrected lines of a receipt, and adds to the errors. A line that the correction makes
 * too warm needs a reason, as when it was received.
 */
export async function readLines(
  tx: Transaction,
  lines: readonly StoredLine[],
  {
    stored,
    wanted,
    temperatureC,
    limits,
  }: {
    stored: StoredReceipt;
    wanted: ReceiptCorrection;
    /** Of the receipt, as corrected. */
    temperatureC: string | null;
    limits: ReceivingSettings;
  },
  errors: Errors,
): Promise<CorrectedLine[]> {
  const lotOf = await lotsOf(tx, lines);
  const rows = lines.map((line) => {
    const sent = wanted.lines.find(({ id }) => id === line.id);
    const correction: LineCorrection = sent ?? { ...unchanged(line), isRemoved: false };
    const { productId = line.productId, description = line.description } = correction;
    const isOtherMeat =
      productId !== line.productId || (productId === null && description !== line.description);
    const facts = { row: line.position, productId, description, isAccepted: line.isAccepted };
    return { ...facts, pieces: correction.pieces ?? null, line, correction, isOtherMeat };
  });
  const { came, errors: unknown } = await withProducts(tx, rows);
  const read = came.map(({ line, correction, isOtherMeat, pieces, ...facts }) => {
    if (isOtherMeat) {
      for (const name of [`product${line.position}`, `pieces${line.position}`]) {
        if (unknown[name]) errors[name] = unknown[name];
      }
    }
    const lot = lotOf.get(line.lotId ?? "");
    const wasCode = lot?.code ?? line.lotCode;
    const wasDays = {
      expiresOn: lot?.expiresOn ?? null,
      slaughteredOn: lot?.slaughteredOn ?? null,
    };
    const { expiresOn = wasDays.expiresOn, slaughteredOn = wasDays.slaughteredOn } = correction;
    const { lotCode = wasCode, why = line.reason } = correction;
    const own = correction.temperatureC === undefined ? line.temperatureC : correction.temperatureC;
    return {
      line,
      correction,
      wasCode,
      lotCode,
      wasDays,
      days: lot ? { expiresOn, slaughteredOn } : wasDays,
      isOtherMeat,
      why,
      temperatureC: own,
      productId: isOtherMeat ? facts.productId : line.productId,
      description: isOtherMeat ? facts.description : line.description,
      // If pieces were not asked, there are none to correct.
      pieces: isOtherMeat
        ? pieces
        : line.pieces === null
          ? null
          : (correction.pieces ?? line.pieces),
      storage: facts.storage,
    };
  });
  Object.assign(errors, whenTwoDays(read));
  const warmer = read.filter(
    ({ line, temperatureC: own, isOtherMeat, why }) =>
      isOtherMeat ||
      why !== line.reason ||
      (own ?? temperatureC) !== (line.temperatureC ?? stored.temperatureC),
  );
  const undecided = warmer.map(({ line, why, storage, temperatureC: own }) => ({
    row: line.position,
    isAccepted: line.isAccepted,
    reason: why,
    storage,
    temperatureC: own,
    expiresOn: null,
  }));
  const decide = "Say why you keep it. To stop it from being sold, put its lot on hold.";
  Object.assign(errors, whenUndecided(undecided, { temperatureC }, limits, decide));
  return read;
}

const unchanged = (line: StoredLine) =>
  pick(
    line,
    "id",
    "boxes",
    "pieces",
    "lb",
    "pricedBy",
    "priceCents",
    "invoicedLb",
    "invoicedCents",
  );

async function lotsOf(
  tx: Transaction,
  lines: readonly StoredLine[],
): Promise<Map<string, LotDays & { code: string }>> {
  const ids = lines.flatMap(({ lotId }) => lotId ?? []);
  if (ids.length === 0) return new Map();
  const { id, code, expiresOn, slaughteredOn } = lots;
  const columns = { id, code, expiresOn, slaughteredOn };
  const found = await tx.select(columns).from(lots).where(inArray(id, ids));
  return new Map(found.map(({ id: of, ...lot }) => [of, lot]));
}

/** Returns errors for lines of one lot with two different days, of which a lot has one each. */
function whenTwoDays(
  lines: readonly Pick<CorrectedLine, "line" | "wasCode" | "wasDays" | "days">[],
): Errors {
  const errors: Errors = {};
  for (const [lotId, own] of Map.groupBy(lines, ({ line }) => line.lotId)) {
    if (lotId === null) continue;
    for (const [day, field] of [
      ["expiresOn", "expires"],
      ["slaughteredOn", "killed"],
    ] as const) {
      const changed = own.filter(({ days, wasDays }) => days[day] !== wasDays[day]);
      if (new Set(changed.map(({ days }) => days[day])).size < 2) continue;
      for (const { line, wasCode } of changed) {
        errors[`${field}${line.position}`] = [
          `Lot ${wasCode} is on more than one line, and has one such day. Give each of them the same.`,
        ];
      }
    }
  }
  return errors;
}

/** Notes changed facts of a line that need a reason. */
export function noteGoods(
  { line, wasCode, lotCode, wasDays, days, description, temperatureC, why }: CorrectedLine,
  note: Note,
): void {
  const of = (what: string) => `Line ${line.position}: ${what}`;
  const inDegrees = (typed: string | null) => typed && formatDegrees(typed);
  note(of("product"), line.description, description);
  note(of("lot"), wasCode, lotCode);
  note(of("temperature"), inDegrees(line.temperatureC), inDegrees(temperatureC));
  note(of("reason"), line.reason, why);
  // Entering an unknown day later needs no reason.
  if (wasDays.expiresOn) note(of("best before"), wasDays.expiresOn, days.expiresOn);
  if (wasDays.slaughteredOn) note(of("killed"), wasDays.slaughteredOn, days.slaughteredOn);
}

/**
 * Stores a corrected line, with its lot and the stock. Other meat moves from one product's stock to
 * the other's, while none of it was used.
 *
 * @throws Refusal
 */
export async function correctLine(
  tx: Transaction,
  staff: Receiver,
  {
    stored,
    reason,
    note,
    ...wanted
  }: CorrectedLine & { stored: StoredReceipt; reason: string; note: Note },
): Promise<void> {
  const { line, correction, lotCode, wasCode, isOtherMeat, productId, description, why } = wanted;
  const { position } = line;
  const mayCount = staffMay(staff, "pack");
  const mayPrice = staffMay(staff, "money");
  const { lb, boxes } = mayCount ? correction : line;
  const money = mayPrice ? correction : line;
  const { pricedBy, priceCents, invoicedCents } = money;
  const { invoicedLb } = correction;
  if (pricedBy === "box" && boxes === 0) {
    throw wrongFields({
      [`boxes${position}`]: ["Please enter how many boxes, since the price is per box"],
    });
  }
  const pieces = mayCount ? wanted.pieces : line.pieces;
  const difference = lbLess(lb, line.lb);
  const morePieces = isOtherMeat ? 0 : (pieces ?? 0) - (line.pieces ?? 0);
  const of = (what: string) => `Line ${position}: ${what}`;
  note(of("best before"), wanted.wasDays.expiresOn, wanted.days.expiresOn);
  note(of("killed"), wanted.wasDays.slaughteredOn, wanted.days.slaughteredOn);
  note(of("pounds"), line.lb, lb);
  note(of("boxes"), line.boxes, boxes);
  note(of("pieces"), line.pieces, pieces);
  note(of("price"), lineAmount(line), lineAmount(money));
  note(of("pounds on the invoice"), line.invoicedLb, invoicedLb);
  note(
    of("amount on the invoice"),
    line.invoicedCents === null ? null : formatCents(line.invoicedCents),
    invoicedCents === null ? null : formatCents(invoicedCents),
  );
  if (reason === "" && (difference !== 0 || morePieces !== 0)) {
    const what = difference === 0 ? "pieces" : "pounds";
    throw wrongFields({ reason: [`Please say why the ${what} are corrected`] });
  }
  const stockReason = `${receiptName(stored)} corrected: ${reason}`.slice(0, 500);
  if (isOtherMeat && line.lotId !== null) {
    await refuseOtherMeat(tx, stored, line, line.lotId);
    await takeOutOfStock(tx, staff, stored, line, stockReason);
  }
  await tx
    .update(receiptLines)
    .set({
      lb,
      boxes,
      pieces,
      pricedBy,
      priceCents,
      invoicedLb,
      invoicedCents,
      productId,
      description,
      reason: why,
      temperatureC: wanted.temperatureC,
      // A generated code is not stored as the supplier's, unless it is corrected.
      ...(lotCode !== wasCode && { lotCode }),
    })
    .where(eq(receiptLines.id, line.id));
  if (line.lotId === null) return;
  const { wasDays, days } = wanted;
  await correctDays(tx, staff, line.lotId, {
    ...(days.expiresOn !== wasDays.expiresOn && { expiresOn: days.expiresOn }),
    ...(days.slaughteredOn !== wasDays.slaughteredOn && { slaughteredOn: days.slaughteredOn }),
    reason: reason === "" ? "" : stockReason,
  });
  if (difference !== 0 && !(await correctReceivedLb(tx, staff, line.lotId, difference))) {
    throw wrongFields({
      [`lb${position}`]: ["Nothing of its lot would be left. Please check the pounds"],
    });
  }
  if (!isOtherMeat && difference === 0 && morePieces === 0) return;
  await enterStock(tx, staff.userId, [
    {
      productId,
      lotId: line.lotId,
      kind: "received",
      reason: stockReason,
      lb: isOtherMeat ? lb : toPounds(hundredthsLb(difference)),
      ...(pieces !== null && { pieces: isOtherMeat ? pieces : morePieces }),
    },
  ]);
}

/** @throws Refusal beside its product for other meat in a line whose lot was used */
async function refuseOtherMeat(
  tx: Transaction,
  stored: StoredReceipt,
  line: StoredLine,
  lotId: string,
): Promise<void> {
  try {
    await refuseUsed(tx, stored, [line], [lotId]);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "lot used") throw error;
    throw wrongFields({ [`product${line.position}`]: [error.message] });
  }
}
