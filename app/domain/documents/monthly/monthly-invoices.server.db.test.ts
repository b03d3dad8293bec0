import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { listAccounts } from "#app/domain/ledger/accounts.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import { exportDocumentLines } from "#app/features/accounting/ledger-exports.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orderCharges, orders } from "#db/schema/orders.ts";
import type { InvoicePeriod } from "#db/schema/values/customers.ts";
import { documentsOf, insertFilledOrder, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, numberOfOrder } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { billDifference } from "../debits/debits.server.ts";
import { getInvoiceByToken } from "../invoice-document.server.ts";
import { deliveryNoteTerms } from "../invoice-terms.ts";
import { listInvoices } from "../invoices.server.ts";
import { issueDeliveryNote } from "../issuing/issue-invoice.server.ts";
import {
  invoiceEndedMonths,
  invoiceNow,
  unbilledCustomers,
  unbilledNotes,
} from "./monthly-invoices.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;

beforeEach(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db);
  await invoicePer("month");
});

afterEach(() => database.close());

const shop = sampleShop();

const invoicePer = (period: InvoicePeriod) =>
  db.update(customers).set({ invoicePer: period }).where(eq(customers.id, client.customerId));

/** Places and fulfils an order of 10 lb at $24.99, with a taxed charge of 30 cents. */
async function deliver(poNumber = "") {
  const order = await insertOrder(db, client.userId, { totalPrice: "250.20", poNumber });
  await insertOrderItem(db, order.id);
  await db.insert(orderCharges).values({
    orderId: order.id,
    kind: "delivery_fee",
    description: "Delivery",
    amount: "0.30",
    taxCode: "G",
  });
  return invoicedOrder(db, admin, order.id, shop);
}

/** Returns the first moment of the month after this one, in British Columbia. */
async function nextMonth(): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select to_char((date_trunc('month', now() at time zone 'Etc/GMT+7') + interval '1 month')
      at time zone 'Etc/GMT+7' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`);
  return new Date(rows[0]?.at ?? "");
}

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

const invoices = () =>
  db.select().from(documents).where(eq(documents.kind, "invoice")).orderBy(asc(documents.number));

const ordered = async () => {
  const terms = {
    isHeld: false,
    termsKind: "net" as const,
    creditLimit: null,
    graceDays: null,
  };
  return (await exposureOf(db, client.customerId, terms)).orderedCents;
};

describe("an order of a customer who is invoiced by the month", () => {
  it("gets a delivery note, which isn't owed", async () => {
    const { id, invoiceNumber } = await deliver("4711");
    expect(invoiceNumber).toBe("DN-000001");
    expect(await documentsOf(db, id)).toMatchObject([
      { kind: "delivery_note", total: "250.22", dueOn: null, poNumber: "4711" },
    ]);
    expect(await db.$count(ledgerEntries)).toBe(0);
    expect((await listInvoices(db, client)).rows).toEqual([]);
    const order = await getOrder(db, client, id);
    expect(order).toMatchObject({
      noteNumber: "DN-000001",
      invoiceNumber: null,
      totalPrice: "250.22",
      taxes: [{ label: "GST 5%", amount: "0.02" }],
    });
    const note = await getInvoiceByToken(db, order?.noteUrl?.replace("/invoices/", "") ?? "");
    expect(note).toMatchObject({ kind: "delivery_note", lines: [{ packed: "10.00" }, {}] });
    const [mail] = await db.select().from(mailOutbox);
    expect(mail?.subject).toBe(
      `Order ${await numberOfOrder(db, id)} is packed: delivery note DN-000001`,
    );
    expect(mail?.text).toContain(shop.siteUrl + order?.noteUrl);
    expect(mail?.text).not.toContain("Amount due");
  });

  it("counts towards the credit limit by its packed amount", async () => {
    await deliver();
    expect(await ordered()).toBe(25_022);
    await db.update(customers).set({ creditLimit: "250.00" });
    expect((await listAccounts(db, admin, { view: "over" })).rows).toHaveLength(1);
    await invoiceEndedMonths(db, shop, await nextMonth());
    expect(await ordered()).toBe(0);
    expect((await listAccounts(db, admin, { view: "over" })).rows).toHaveLength(1);
  });
});

describe("a monthly invoice", () => {
  it("bills all notes of the month, and calculates taxes once for their sum", async () => {
    const notes = [await deliver("4711"), await deliver("4711"), await deliver("4712")];
    expect(await unbilledCustomers(db, admin)).toMatchObject([
      { noteCount: 3, totalCents: 75_066 },
    ]);
    const end = await nextMonth();
    expect(await invoiceEndedMonths(db, shop, later(end, -1))).toEqual([]);
    expect(await invoiceEndedMonths(db, shop, end)).toEqual(["INV-000001"]);
    const [invoice] = await invoices();
    // 5% of $0.90, not thrice 5% of $0.30.
    expect(invoice).toMatchObject({ subtotal: "750.60", total: "750.65", lineCount: 6 });
    expect(invoice).toMatchObject({ orderCount: 3, poNumber: "4711, 4712", correctsId: null });
    const document = await getInvoiceByToken(db, invoice?.url?.replace("/invoices/", "") ?? "");
    expect(
      document?.orders.map(({ number, note }) => [number, note?.number, note?.poNumber]),
    ).toEqual([
      [await numberOfOrder(db, notes[0]?.id ?? ""), "DN-000001", "4711"],
      [await numberOfOrder(db, notes[1]?.id ?? ""), "DN-000002", "4711"],
      [await numberOfOrder(db, notes[2]?.id ?? ""), "DN-000003", "4712"],
    ]);
    expect(document?.lines.map(({ orderPosition }) => orderPosition)).toEqual([0, 0, 1, 1, 2, 2]);
    const entries = await db.select().from(ledgerEntries);
    expect(entries).toMatchObject([{ kind: "invoice", cents: 75_065, documentId: invoice?.id }]);
    expect(await unbilledCustomers(db, admin)).toEqual([]);
    const lines = await exportedRows(exportDocumentLines(db, admin, {}));
    expect(lines.map((line) => line.Document)).toEqual(Array(6).fill("INV-000001"));
    const [mail] = await db.select().from(mailOutbox).where(sql`subject like 'Invoice %'`);
    expect(mail?.subject).toBe("Invoice INV-000001 for 3 deliveries: $750.65");
    expect(mail?.text).toContain(shop.siteUrl + invoice?.url);
  });

  it("equals the sum of its orders, each with its share of the taxes", async () => {
    const notes = [await deliver(), await deliver(), await deliver()];
    await invoiceEndedMonths(db, shop, await nextMonth());
    const pages = await Promise.all(notes.map(({ id }) => getOrder(db, client, id)));
    expect(sumCents(pages, (page) => toCents(page?.totalPrice ?? "0"))).toBe(75_065);
    for (const page of pages) {
      expect(page).toMatchObject({ invoiceNumber: "INV-000001", invoicedOrders: 3 });
      const taxes = sumCents(page?.taxes ?? [], ({ amount }) => toCents(amount));
      expect(25_020 + taxes).toBe(toCents(page?.totalPrice ?? "0"));
    }
  });

  it("is issued once, even if the job runs late and several times", async () => {
    await deliver();
    await deliver();
    const late = later(await nextMonth(), 4 * 24 * 3_600_000);
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => invoiceEndedMonths(db, shop, late)),
    );
    expect(runs.flat()).toEqual(["INV-000001"]);
    expect(await invoiceEndedMonths(db, shop, late)).toEqual([]);
    expect(await invoices()).toHaveLength(1);
  });

  it("is dated the month's last day even if it is issued months later", async () => {
    await db.update(customers).set({ termsKind: "end_of_month", termsDays: 0 });
    await deliver();
    const { id: orderId } = await insertFilledOrder(db, client.userId);
    const issuedAt = later(await nextMonth(), 24 * 3_600_000);
    await db.transaction(async (tx) => {
      await packAsOrdered(tx, orderId, null);
      await issueDeliveryNote(tx, { orderId, issuedAt }, deliveryNoteTerms(shop));
    });
    const twoMonthsOn = later(issuedAt, 40 * 24 * 3_600_000);
    expect(await invoiceEndedMonths(db, shop, twoMonthsOn)).toEqual(["INV-000001", "INV-000002"]);
    const { rows } = await db.execute<{ days: string[] }>(sql`
      select array[invoice.issued_on, invoice.due_on, occurred_on, ledger_entries.due_on,
        (date_trunc('month', note.issued_on) + interval '1 month - 1 day')::date]::text[] as days
      from documents invoice join ledger_entries on ledger_entries.document_id = invoice.id
        join document_orders on document_orders.document_id = invoice.id
        join documents note on note.id = note_id
      order by invoice.number`);
    expect(rows.map(({ days }) => new Set(days).size)).toEqual([1, 1]);
  });

  it("can be corrected by a difference for any of its orders", async () => {
    await deliver();
    const { id: orderId } = await deliver();
    await invoiceEndedMonths(db, shop, await nextMonth());
    const [month] = await invoices();
    const fee = { description: "Second delivery", unit: "each", packed: "1.00" } as const;
    const difference = {
      requestId: randomUUID(),
      reason: "Second delivery",
      lines: [
        { ...fee, position: null, unitPrice: "25.00", amount: "25.00", taxCode: "Z" as const },
      ],
    };
    const corrected = { id: month?.id ?? "", number: month?.documentNumber ?? "", orderId };
    const number = await billDifference(db, admin, corrected, difference, shop);
    expect(await documentsOf(db, orderId)).toContainEqual(
      expect.objectContaining({ documentNumber: number }),
    );
    const elsewhere = { ...corrected, orderId: randomUUID() };
    const other = { ...difference, requestId: randomUUID() };
    expect(await billDifference(db, admin, elsewhere, other, shop)).toBeNull();
  });

  it("omits orders that were invoiced singly while the customer had invoices per order", async () => {
    await deliver();
    await invoicePer("order");
    expect((await deliver()).invoiceNumber).toBe("INV-000001");
    await invoicePer("month");
    await deliver();
    expect(await invoiceEndedMonths(db, shop, await nextMonth())).toEqual(["INV-000002"]);
    const [, month] = await invoices();
    expect(month).toMatchObject({ total: "500.43", orderCount: 2 });
  });
});

describe("invoicing before the month ends", () => {
  it("bills the notes that the user has seen, and logs who did it", async () => {
    await deliver();
    const [seen] = await unbilledNotes(db, admin, client.customerId);
    await deliver();
    const upTo = seen?.seriesNumber ?? 0;
    const now = () => invoiceNow(db, admin, { customerId: client.customerId, upTo }, shop);
    expect(await now()).toBe("INV-000001");
    expect(await now()).toBeNull();
    expect(await unbilledNotes(db, admin, client.customerId)).toMatchObject([
      { number: "DN-000002" },
    ]);
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "invoiced early"));
    expect(entry).toMatchObject({ actorId: admin.userId, entityId: client.customerId });
  });

  it("issues one invoice even if the month-end job runs concurrently", async () => {
    await deliver();
    await deliver();
    const end = await nextMonth();
    const made = await Promise.all([
      invoiceEndedMonths(db, shop, end),
      invoiceNow(db, admin, { customerId: client.customerId, upTo: 2 }, shop),
      invoiceEndedMonths(db, shop, end),
      invoiceNow(db, admin, { customerId: client.customerId, upTo: 2 }, shop),
    ]);
    expect(made.flat().filter(Boolean)).toEqual(["INV-000001"]);
    expect(await invoices()).toHaveLength(1);
  });
});

it("a member limited to some sites can't open an invoice that includes orders of others", async () => {
  const [own, other] = [await deliver(), await deliver()];
  const [home, branch] = await db
    .insert(shipTos)
    .values([
      { customerId: client.customerId, name: "Home", isDefault: false },
      { customerId: client.customerId, name: "Branch", isDefault: false },
    ])
    .returning();
  await db.update(orders).set({ shipToId: home?.id }).where(eq(orders.id, own.id));
  await db.update(orders).set({ shipToId: branch?.id }).where(eq(orders.id, other.id));
  await invoiceEndedMonths(db, shop, await nextMonth());
  const limited = { ...client, sites: [home?.id ?? ""] } as Client;
  const page = await getOrder(db, limited, own.id);
  expect(page).toMatchObject({ invoiceNumber: "INV-000001", invoiceUrl: null, invoiceTotal: null });
  expect(page?.noteUrl).toMatch(/^\/invoices\//);
  expect((await getOrder(db, client, own.id))?.invoiceUrl).toMatch(/^\/invoices\//);
  expect((await listInvoices(db, limited)).rows).toEqual([]);
});

it("a note can be billed by one invoice only, of its own customer", async () => {
  const { id: orderId } = await deliver();
  const [note] = await documentsOf(db, orderId);
  if (!note) throw new Error("There is no note");
  const other = await insertClient(db);
  const [strange] = await db.select().from(orders).where(eq(orders.id, orderId));
  const bill = (customerId: string, number: number) =>
    db.transaction(async (tx) => {
      const [issued] = await tx
        .insert(documents)
        .values({
          kind: "invoice",
          series: "INV",
          number,
          customerId,
          lineCount: 0,
          issuedOn: "2026-11-23",
          dueOn: "2026-12-23",
          subtotal: "0",
          total: "0",
        })
        .returning();
      const documentId = issued?.id ?? "";
      const placedAt = strange?.placedAt ?? new Date();
      await tx
        .insert(documentOrders)
        .values({ documentId, position: 0, orderId, placedAt, noteId: note.id });
    });
  expect(await refusalOf(bill(other.user.id, 1))).toBe("document_orders_bill_notes");
  expect(await refusalOf(bill(note.customerId, 1))).toBe("accepted");
  expect(await refusalOf(bill(note.customerId, 2))).toBe("document_orders_note_id_unique");
});
