import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { isFarOff, oddPiecesInWords, type PiecesWeighed } from "#app/domain/stock/odd-pieces.ts";
import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatDate, pacificDay } from "#app/lib/dates.ts";
import { ask } from "#app/lib/form/questions.ts";
import type { Transaction } from "#db/database.ts";
import { receiptCartons, receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { products } from "#db/schema/products.ts";
import { costOf, type PricedLine } from "./receipt-costs.ts";
import type { NewLine, NewReceipt } from "./receiving.ts";

type DoubtfulLine = PricedLine & PiecesWeighed & { productId: string | null };

/** The supplier, and the receipt that is corrected, if any. */
interface Of {
  supplierId: string;
  receiptId?: string;
  /** True if the invoice number is unchanged, so that it isn't asked about again. */
  isInvoiceKept?: boolean;
}

type NamedLine = Pick<NewLine, "isAccepted" | "lotCode" | "productId" | "description" | "cartons">;

type Sent = Pick<NewReceipt, "invoiceNumber" | "receivedAt" | "confirmed"> & {
  lines: readonly NamedLine[];
};

/**
 * Asks to confirm what was received before (an invoice number, a lot, cartons), and unusual weights
 * of pieces and boxes, and prices. A correction asks about its changes only.
 *
 * @throws Refusal "asked"
 */
export async function askInDoubt(
  tx: Transaction,
  of: Of,
  sent: Sent,
  { counted, priced }: { counted: readonly DoubtfulLine[]; priced: readonly DoubtfulLine[] },
): Promise<void> {
  const { invoiceNumber, lines, confirmed } = sent;
  const { supplierId, isInvoiceKept = false } = of;
  const isAccepted = (line: DoubtfulLine) => line.isAccepted;
  ask(
    {
      confirmInvoice: isInvoiceKept ? null : await sameInvoice(tx, of, invoiceNumber),
      confirmLots: await lotsThereBefore(tx, of, sent),
      confirmCartons: cartonsInWords(await cartonsThereBefore(tx, supplierId, lines)),
      confirmPieces: oddPiecesInWords(counted.filter(isAccepted)),
      confirmBoxes: await oddBoxes(tx, of, counted.filter(isAccepted)),
      confirmPrice: await oddPrices(tx, of, priced.filter(isAccepted)),
    },
    confirmed,
  );
}

async function sameInvoice(tx: Transaction, of: Of, invoiceNumber: string): Promise<string | null> {
  if (invoiceNumber === "") return null;
  const [same] = await tx
    .select({ number: receipts.number, receivedAt: receipts.receivedAt })
    .from(receipts)
    .where(
      and(
        ...[eq(receipts.supplierId, of.supplierId), isOther(of)],
        sql`lower(${receipts.invoiceNumber}) = lower(${invoiceNumber})`,
        isNull(receipts.voidedAt),
      ),
    )
    .orderBy(asc(receipts.number))
    .limit(1);
  if (!same) return null;
  return `Invoice ${invoiceNumber} was entered before, as receipt ${same.number} of ${formatDate(same.receivedAt)}. Is this another delivery on it?`;
}

const isOther = ({ receiptId }: Of) =>
  receiptId === undefined ? undefined : ne(receipts.id, receiptId);

type Meat = Pick<NewLine, "productId" | "description">;

/** A product's id, or the name of meat that isn't a product. */
const meatOf = ({ productId, description }: Meat) => productId ?? description.toLowerCase();

/** The same as `meatOf` in a query of receipt lines. */
const storedMeat = sql<string>`coalesce(${receiptLines.productId}::text, lower(${receiptLines.description}))`;

/**
 * Asks about lots that repeat on a receipt or, if there is no invoice number to tell deliveries
 * apart, on another receipt of that day; and about other meat in a lot, as a lot has one cost per
 * pound.
 */
async function lotsThereBefore(
  tx: Transaction,
  of: Of,
  { invoiceNumber, receivedAt = new Date(), lines }: Omit<Sent, "confirmed">,
): Promise<string | null> {
  const coded = lines.filter(({ isAccepted, lotCode }) => isAccepted && lotCode !== "");
  if (coded.length === 0) return null;
  const stored = await tx
    .select({
      meat: storedMeat,
      lotCode: receiptLines.lotCode,
      name: sql<string>`coalesce(${products.name}, ${receiptLines.description})`,
      number: receipts.number,
      receivedAt: receipts.receivedAt,
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .leftJoin(products, eq(products.id, receiptLines.productId))
    .where(
      and(
        ...[eq(receipts.supplierId, of.supplierId), eq(receiptLines.isAccepted, true)],
        isOther(of),
        inArray(
          receiptLines.lotCode,
          coded.map(({ lotCode }) => lotCode),
        ),
      ),
    )
    .orderBy(asc(receipts.number));
  const isThatDay = (at: Date) => pacificDay(at) === pacificDay(receivedAt);
  const [again, mixed] = [new Set<string>(), new Set<string>()];
  for (const [at, line] of coded.entries()) {
    const { lotCode } = line;
    for (const other of coded.slice(0, at).filter((one) => one.lotCode === lotCode)) {
      if (meatOf(other) === meatOf(line)) again.add(`Lot ${lotCode} is on this receipt twice.`);
      else mixed.add(`Lot ${lotCode} is of two kinds of meat on this receipt.`);
    }
    for (const { meat, name, number, receivedAt: came } of stored.filter(
      (one) => one.lotCode === lotCode,
    )) {
      if (meat !== meatOf(line)) mixed.add(`Lot ${lotCode} came as ${name}, on receipt ${number}.`);
      else if (invoiceNumber === "" && isThatDay(came)) {
        again.add(`Lot ${lotCode} came that day already, on receipt ${number}.`);
      }
    }
  }
  const said = [
    ...(again.size > 0 ? [...again, "Did more of it come?"] : []),
    ...(mixed.size > 0 ? [...mixed, "A lot has one cost per pound. Is it one lot?"] : []),
  ];
  return said.length > 0 ? said.join(" ") : null;
}

function cartonsInWords(twice: readonly string[]): string | null {
  if (twice.length === 0) return null;
  if (twice.length === 1) return `The carton ${twice[0]} was scanned before. Does it count again?`;
  const which = twice.slice(0, 3).join(", ");
  return `${twice.length} cartons were scanned before: ${which}${twice.length > 3 ? " and others" : ""}. Do they count again?`;
}

/** How many times off the usual is asked about; a slipped decimal point is ten times off. */
const timesOff = { boxes: 2, price: 5 };

/** Accepted lines of the same meat on other receipts. */
const othersOf = (of: Of, came: readonly DoubtfulLine[]) =>
  and(inArray(storedMeat, came.map(meatOf)), eq(receiptLines.isAccepted, true), isOther(of));

const asked = (said: string[]) => (said.length > 0 ? `${said.join(" ")} Is that right?` : null);

/** Asks about boxes of unusual weight for the supplier; null for none. */
async function oddBoxes(
  tx: Transaction,
  of: Of,
  came: readonly DoubtfulLine[],
): Promise<string | null> {
  const found = await tx
    .select({
      meat: storedMeat,
      lb: sql<string>`(sum(${receiptLines.lb}) / sum(${receiptLines.boxes}))::numeric(10, 2)::text`,
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .where(
      and(
        othersOf(of, came),
        eq(receipts.supplierId, of.supplierId),
        sql`${receiptLines.boxes} > 0`,
      ),
    )
    .groupBy(storedMeat);
  const usualOf = new Map(found.map(({ meat, lb }) => [meat, lb]));
  return asked(
    came.flatMap((line) => {
      const { description, lb, boxes } = line;
      const usual = usualOf.get(meatOf(line));
      if (boxes === 0 || usual === undefined) return [];
      const each = toHundredthsLb(lb) / boxes;
      if (!isFarOff(each, toHundredthsLb(usual), timesOff.boxes)) return [];
      const count = boxes === 1 ? "1 box" : `${boxes} boxes`;
      return `${formatLb(Number(lb))} of ${description} in ${count} would be ${formatLb(Math.round(each) / 100)} a box, and theirs usually weigh ${formatLb(Number(usual))}.`;
    }),
  );
}

/** Asks about prices per pound far from the last ones of any supplier; null for none. */
async function oddPrices(
  tx: Transaction,
  of: Of,
  came: readonly DoubtfulLine[],
): Promise<string | null> {
  const found = await tx
    .selectDistinctOn([storedMeat], {
      meat: storedMeat,
      lb: receiptLines.lb,
      costCents: receiptLines.costCents,
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .where(and(othersOf(of, came), sql`${receiptLines.costCents} > 0`))
    .orderBy(storedMeat, desc(receipts.receivedAt), desc(receipts.number));
  const lastOf = new Map(found.map((last) => [last.meat, last]));
  return asked(
    came.flatMap((line) => {
      const [last, cents] = [lastOf.get(meatOf(line)), costOf(line)?.costCents];
      if (!last?.costCents || cents === undefined) return [];
      const [now, before] = [cents / Number(line.lb), last.costCents / Number(last.lb)];
      if (!isFarOff(now, before, timesOff.price)) return [];
      return `${line.description} would cost ${costPerLb(cents, line.lb)}, and cost ${costPerLb(last.costCents, last.lb)} the last time.`;
    }),
  );
}

/** Returns serial numbers of cartons that repeat, or that an earlier receipt has. */
async function cartonsThereBefore(
  tx: Transaction,
  supplierId: string,
  lines: readonly NamedLine[],
): Promise<string[]> {
  const serials = lines.flatMap(({ cartons }) => cartons.flatMap(({ serial }) => serial ?? []));
  if (serials.length === 0) return [];
  const again = serials.filter((serial, place) => serials.indexOf(serial) !== place);
  const found = await tx
    .selectDistinct({ serial: receiptCartons.serial })
    .from(receiptCartons)
    .innerJoin(receiptLines, eq(receiptLines.id, receiptCartons.lineId))
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .where(
      and(
        eq(receipts.supplierId, supplierId),
        inArray(receiptCartons.serial, serials),
        // Refused goods may be delivered again.
        eq(receiptLines.isAccepted, true),
      ),
    );
  const before = found.flatMap(({ serial }) => serial ?? []);
  // The GTIN means nothing to people.
  return [...new Set([...again, ...before])].map((serial) => serial.split(":").at(-1) ?? serial);
}
