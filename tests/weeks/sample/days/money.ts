import { and, eq, inArray, ne } from "drizzle-orm";
import { termsSeen } from "#app/domain/customers/terms/client-terms.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { getClientTerms, updateClientTerms } from "#app/features/clients/client-terms.server.ts";
import type { Columns } from "#app/features/collecting/bank/columns.ts";
import { saveColumns, storeBankFile } from "#app/features/collecting/bank/imports.server.ts";
import { bookByHand } from "#app/features/collecting/by-hand.server.ts";
import { customers } from "#db/schema/customers.ts";
import { plusDays } from "../../pencil/days.ts";
import type { Buyer } from "../open-sample.ts";
import type { Life, Task } from "./life.ts";
import { order } from "./order.ts";

type Item = Awaited<ReturnType<typeof openItems>>[number];

/** Days before the end from which the grill pays no more invoices. */
const paidNoMore = 49;

/** Incoming payments, and work with debtors. */
export function money(life: Life, iso: number): Task[] {
  const { today, lastMonday } = life;
  return [
    ...(iso === 1 ? [{ at: 9 * 60, kind: "bank file", does: () => importBank(life) }] : []),
    ...(iso === 3 ? [{ at: 14 * 60, kind: "cheques", does: () => bookCheques(life) }] : []),
    { at: 18 * 60 + 30, kind: "paid at the door", does: () => bookCash(life) },
    ...(today === lastMonday
      ? [{ at: 6 * 60 + 40, kind: "limit lowered", does: () => lowerLimit(life) }]
      : []),
    // On these mornings, an order is to be on hold.
    ...(today === lastMonday || today === plusDays(lastMonday, 5)
      ? [{ at: 7 * 60 + 20, kind: "order to hold", does: () => orderToHold(life) }]
      : []),
  ];
}

const buyerNamed = ({ buyers }: Life, name: string) =>
  buyers.find((one) => one.name === name) as Buyer;

async function orderToHold(life: Life): Promise<void> {
  await order(life, buyerNamed(life, "Sample Grill"), 5);
  await order(life, buyerNamed(life, "Sample Meal Kitchen"), 5);
}

/** Returns the open items that a buyer pays by a day, according to their habits. */
function dueBy({ lastMonday }: Life, buyer: Buyer, items: readonly Item[], day: string): Item[] {
  const lastPaid = plusDays(lastMonday, -paidNoMore);
  const last = buyer.paysAfter === null && lastPaid < day ? lastPaid : day;
  const late = buyer.paysAfter ?? 1;
  return items.filter(
    ({ dueOn, openCents }) => openCents > 0 && dueOn !== null && plusDays(dueOn, late) <= last,
  );
}

const head = ["Date", "Description", "Amount", "From"];
const columns: Columns = {
  head,
  date: 0,
  dateFormat: "ymd",
  sender: 3,
  message: [1],
  amount: { kind: "signed", column: 2 },
};

/** Imports last week's e-transfers; in the kept week, some have no reference or another sum. */
async function importBank(life: Life): Promise<void> {
  const { db, owner, today, lastMonday, random } = life;
  const rows: string[] = [];
  const asRow = (day: string, text: string, cents: number, from: string) =>
    rows.push(`${day},${text},"${(cents / 100).toFixed(2)}",${from}`);
  for (const buyer of life.buyers.filter(({ byCheque }) => !byCheque)) {
    const due = dueBy(life, buyer, await openItems(db, buyer.id), plusDays(today, -1));
    for (const [at, { documentNumber, openCents, dueOn }] of due.entries()) {
      const day = plusDays(dueOn ?? today, buyer.paysAfter ?? 0);
      const first = plusDays(today, -6);
      // In the last week, every other one is left for the bookkeeper to match.
      const isVague = today === lastMonday && (at + rows.length) % 2 === 1;
      const text = isVague ? "beef invoice" : `Payment ${documentNumber}`;
      const cents = isVague && random.chance(0.4) ? Math.floor(openCents / 100) * 100 : openCents;
      asRow(
        day < first ? first : day,
        text,
        cents,
        buyer.name.replace(" (demo)", "").toUpperCase(),
      );
    }
  }
  for (const { documentNumber, openCents, occurredOn, from } of await owedByGuests(life, "net")) {
    asRow(occurredOn, `Payment ${documentNumber}`, openCents, from.toUpperCase());
  }
  if (today === lastMonday) asRow(plusDays(today, -3), "deposit", 15_000, "UNKNOWN SAMPLE");
  if (rows.length === 0) return;
  const content = Buffer.from([head.join(","), ...rows].join("\r\n"));
  const name = `transfers-${today}.csv`;
  const { id, isRead } = await storeBankFile(db, owner, { name, content });
  if (!isRead) await saveColumns(db, owner, id, columns);
}

async function bookCheques(life: Life): Promise<void> {
  const { db, owner, today } = life;
  for (const buyer of life.buyers.filter(({ byCheque }) => byCheque)) {
    const due = dueBy(life, buyer, await openItems(db, buyer.id), today);
    const cents = due.reduce((sum, { openCents }) => sum + openCents, 0);
    if (cents === 0) continue;
    const named = due.flatMap(({ documentId }) => documentId ?? []);
    await bookByHand(db, owner, {
      customerId: buyer.id,
      kind: "payment",
      cents: -cents,
      method: "cheque",
      occurredOn: today,
      requestId: crypto.randomUUID(),
      reference: `No. ${life.random.between(1000, 4000)}`,
      settles: { documents: named, rest: "oldest first" },
    });
    await life.pass(3);
  }
}

/** Returns open amounts of guests who pay the driver or by e-transfer. */
async function owedByGuests({ db }: Life, terms: "on_delivery" | "net") {
  const items = await openItems(db, null);
  const owing = items.map(({ customerId }) => customerId);
  const guests = await db
    .select({ id: customers.id, from: customers.contactName })
    .from(customers)
    .where(
      and(
        ne(customers.guestEmail, ""),
        eq(customers.termsKind, terms),
        inArray(customers.id, owing),
      ),
    );
  return items.flatMap((item) => {
    const guest = guests.find(({ id }) => id === item.customerId);
    return guest ? [{ ...item, from: guest.from }] : [];
  });
}

/** Books in the evening what guests paid at the door or pickup. */
async function bookCash(life: Life): Promise<void> {
  const { db, owner, today } = life;
  for (const { customerId, openCents } of await owedByGuests(life, "on_delivery")) {
    await bookByHand(db, owner, {
      customerId,
      kind: "payment",
      cents: -openCents,
      method: "cash",
      occurredOn: today,
      requestId: crypto.randomUUID(),
      settles: "oldest first",
    });
  }
}

/** Lowers the meal kitchen's limit below what it owes. */
async function lowerLimit(life: Life): Promise<void> {
  const { db, owner } = life;
  const { id } = buyerNamed(life, "Sample Meal Kitchen");
  const owed = (await openItems(db, id)).reduce((sum, { openCents }) => sum + openCents, 0);
  const terms = await getClientTerms(db, owner, id);
  if (!terms) return;
  const creditLimit = `${Math.floor((owed * 0.8) / 50_000) * 500}.00`;
  await updateClientTerms(db, owner, { id, seen: termsSeen(terms) }, { ...terms, creditLimit });
}
