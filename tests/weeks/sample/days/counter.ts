import { eq } from "drizzle-orm";
import { proposedBack } from "#app/domain/door/till/refund-ways.ts";
import { judgeTenders, type Tender } from "#app/domain/door/till/till.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { closeTill, listTills, openTill } from "#app/domain/door/till/tills.server.ts";
import { refundSale } from "#app/features/counter/refund.server.ts";
import { givenParts, refundCents } from "#app/features/counter/refund.ts";
import { type Sale, type SaleLine, totalsOf } from "#app/features/counter/sale.ts";
import { sell } from "#app/features/counter/sell.server.ts";
import { getDrawerToCount, getSession } from "#app/features/counter/session.server.ts";
import { getSold } from "#app/features/counter/sold.server.ts";
import { products } from "#db/schema/products.ts";
import { plusDays } from "../../pencil/days.ts";
import { inText } from "../meat/cooler.ts";
import { weekOf } from "../meat/forecast.ts";
import type { Product } from "../open-sample.ts";
import { type Life, shop, type Task, unlessRefused } from "./life.ts";

// The counter in the last weeks of the sample's life: walk-ins who pay at the till, a drop to the
// safe, a refund, and a drawer counted each evening.

const weeksOpen = 4;

/** Walk-ins of a day, from Monday to Saturday. */
const walkInsOfDay = [3, 2, 3, 4, 5, 9];

const wanted = [
  "ground-lean",
  "ribeye-steak",
  "striploin-steak",
  "beef-stew",
  "top-sirloin-steak",
  "beef-short-ribs",
];

/** Opens the till at nine, sells until five, and closes it at half past five. */
export function counter(life: Life, iso: number): Task[] {
  if (life.today < plusDays(life.lastMonday, -7 * weeksOpen)) return [];
  const isSaturday = iso === 6;
  const sales = Array.from({ length: walkInsOfDay[iso - 1] ?? 0 }, () => ({
    at: life.walkIns.between(9 * 60 + 10, 17 * 60),
    kind: "counter sale",
    does: () => sellToWalkIn(life),
  }));
  return [
    { at: 9 * 60, kind: "till opened", does: () => open(life) },
    ...sales,
    ...(isSaturday ? [{ at: 15 * 60, kind: "safe", does: () => drop(life) }] : []),
    ...(isSaturday && weekOf(life) % 2 === 0
      ? [{ at: 16 * 60, kind: "refund", does: () => giveBack(life) }]
      : []),
    { at: 17 * 60 + 30, kind: "till closed", does: () => close(life, isSaturday) },
  ];
}

async function tillOf({ db, cashier }: Life) {
  const [till] = await listTills(db, cashier);
  if (!till) throw new Error("The sample has no till");
  return till;
}

async function openDrawer(life: Life): Promise<string> {
  const { open: session } = await tillOf(life);
  if (!session) throw new Error("The sample's till is closed");
  return session.id;
}

async function open(life: Life): Promise<void> {
  const { id } = await tillOf(life);
  const opening = { requestId: crypto.randomUUID(), float: 200_00 };
  await openTill(life.db, life.cashier, id, opening);
}

async function sellToWalkIn(life: Life): Promise<void> {
  const { db, cashier, walkIns } = life;
  const lines: SaleLine[] = [];
  for (const slug of walkIns.some(wanted, walkIns.between(1, 3))) {
    const product = life.products.get(slug);
    if (product) lines.push(...(await weighed(life, product)));
  }
  const { lastSlip } = await tillOf(life);
  const sale: Sale = {
    requestId: crypto.randomUUID(),
    sessionId: await openDrawer(life),
    slip: lastSlip + 1,
    device: 0,
    soldAt: new Date().toISOString(),
    isOffline: false,
    isMeant: true,
    lines,
    tenders: paidBy(life, totalsOf(lines).totalCents),
    onAccount: null,
    mailTo: "",
  };
  await unlessRefused(life, "counter sale", () => sell(db, cashier, sale, shop));
}

/** Weighs a walk-in's line, in one part for each lot. */
async function weighed(life: Life, product: Product): Promise<SaleLine[]> {
  const { cooler, walkIns } = life;
  const week = weekOf(life);
  const pieces = walkIns.between(1, 3);
  const parts =
    product.typicalLb === undefined
      ? cooler
          .pack(product.slug, walkIns.between(80, 320), week)
          .map((part) => ({ ...part, pieces: null }))
      : cooler.packPieces(product.slug, {
          pieces,
          lb: Math.round(pieces * product.typicalLb * (0.95 + 0.1 * walkIns.next())),
          week,
        });
  const [now] = await life.db.select().from(products).where(eq(products.id, product.id));
  return parts.map((part) => ({
    productId: product.id,
    name: product.name,
    value: inText(part.lb),
    unit: "lb",
    tareG: 0,
    pieces: part.pieces,
    source: "typed",
    rawScan: "",
    serial: null,
    lotId: part.lotId,
    pricePerLb: now?.pricePerLb ?? "",
    taxCode: now?.taxCode ?? "Z",
  }));
}

/** Half of the walk-ins pay in cash with a round amount, the others by terminal or e-transfer. */
function paidBy({ walkIns }: Life, cents: number): Tender[] {
  const isCash = walkIns.chance(0.5);
  const method = isCash ? "cash" : walkIns.chance(0.85) ? "terminal" : "etransfer";
  const due = isCash ? Math.round(cents / 5) * 5 : cents;
  const tenderedCents = isCash ? Math.ceil(due / 20_00) * 20_00 : null;
  const tenders: Tender[] = [{ method, cents: due, tenderedCents, reference: "" }];
  const { problem } = judgeTenders(cents, tenders);
  if (problem) throw new Error(problem);
  return tenders;
}

async function drop(life: Life): Promise<void> {
  const { db, cashier } = life;
  const sessionId = await openDrawer(life);
  const report = await getSession(db, cashier, sessionId);
  const amount = Math.floor(((report?.expectedCents ?? 0) - 200_00) / 20_00) * 20_00;
  if (amount <= 0) return;
  const requestId = crypto.randomUUID();
  await moveCash(db, cashier, { requestId, sessionId, kind: "drop", amount, reason: "Saturday" });
}

/** Refunds the first line of the day's first sale, by the method it was paid with. */
async function giveBack(life: Life): Promise<void> {
  const { db, cashier } = life;
  const sessionId = await openDrawer(life);
  const report = await getSession(db, cashier, sessionId);
  const sold = await getSold(db, cashier, report?.sales.at(0)?.id ?? "");
  if (!sold) return;
  const lines = [{ position: 0, lb: null }];
  const { given } = givenParts(sold.creditable, lines);
  const typed = {
    requestId: crypto.randomUUID(),
    sessionId,
    lines,
    parts: proposedBack(refundCents(sold, given), sold.paidBy),
    reference: "",
    meat: "customer" as const,
    reason: "The package had lost its vacuum",
    otherwise: "",
  };
  await unlessRefused(life, "refund", () => refundSale(db, cashier, sold.id, typed, shop));
}

/** Counts the drawer; on Saturdays a coin is missing. */
async function close(life: Life, isShort: boolean): Promise<void> {
  const { db, cashier } = life;
  const sessionId = await openDrawer(life);
  const [report, shown] = await Promise.all([
    getSession(db, cashier, sessionId),
    getDrawerToCount(db, cashier, sessionId),
  ]);
  const counted = (report?.expectedCents ?? 0) - (isShort ? 25 : 0);
  const reason = isShort ? "Given out as change by mistake" : "";
  await closeTill(db, cashier, { sessionId, seen: shown?.version ?? "", counted, reason });
}
