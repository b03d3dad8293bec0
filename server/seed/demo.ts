import { randomUUID } from "node:crypto";
import { desc, eq, inArray } from "drizzle-orm";
import { demoEmail } from "#app/content/demo.ts";
import { insertCreditRequest } from "#app/domain/claims/credit-requests.server.ts";
import {
  creditableLines,
  issueCreditNote,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { issueInvoice } from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { book } from "#app/domain/ledger/book-entries.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { addLines, type SoldProduct, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { insertOrder, updateLines, updateOrder } from "#app/domain/orders/order-rows.server.ts";
import { boxToPack } from "#app/domain/packages/boxes.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import { insertPastPackages } from "#app/domain/packages/packages.server.ts";
import { giveList, insertList, saveListPrices } from "#app/domain/pricing/save-prices.server.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { poundsOfPieces } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { profiles } from "#db/schema/accounts.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { priceLists } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import type { OrderStatus, PackState } from "#db/schema/values/orders.ts";
import { ensureAccount, type SeededAccount } from "./accounts.ts";
import { plantOnce } from "./seed.ts";

interface SampleLine {
  slug: string;
  /** Pounds, or pieces if sold by the piece. */
  ordered: string;
  /** Pounds of each package; if sold by the piece, one each. */
  packages?: string[];
  /** The line's packing state, unless it is open. */
  done?: PackState;
  note?: string;
  /** The position of the line that this one replaces. */
  insteadOf?: number;
}

interface SampleOrder {
  daysAgo: number;
  status: OrderStatus;
  notes?: string;
  allowsSubstitutes?: boolean;
  lines: SampleLine[];
}

/** Oldest first, so that invoice numbers rise with the dates. */
const sampleOrders: SampleOrder[] = [
  {
    daysAgo: 96,
    status: "delivered",
    lines: [
      { slug: "chuck-blade-steak", ordered: "40" },
      { slug: "ground-lean", ordered: "60" },
    ],
  },
  {
    daysAgo: 68,
    status: "delivered",
    notes: "Back door, before 10 am.",
    lines: [
      { slug: "striploin-steak", ordered: "24.5" },
      { slug: "beef-short-ribs", ordered: "30" },
      { slug: "marrow-bones", ordered: "15" },
    ],
  },
  { daysAgo: 41, status: "cancelled", lines: [{ slug: "prime-rib-roast", ordered: "6" }] },
  {
    // Finished at the packing station, with its papers.
    daysAgo: 23,
    status: "fulfilled",
    lines: [
      { slug: "ribeye-steak", ordered: "18.75", packages: ["9.42", "9.48"], done: "packed" },
      {
        slug: "tri-tip-roast",
        ordered: "4",
        packages: ["2.21", "2.36", "2.18", "2.3"],
        done: "packed",
      },
      { slug: "beef-stew", ordered: "25", packages: ["10.04", "10.02", "5.1"], done: "packed" },
    ],
  },
  {
    // Half packed.
    daysAgo: 6,
    status: "pending",
    notes: "Steaks cut 1 inch thick, please.",
    lines: [
      { slug: "top-sirloin-steak", ordered: "32", packages: ["16.12", "16.04"], done: "packed" },
      { slug: "tomahawk-steak", ordered: "6", packages: ["2.52", "2.44"] },
      { slug: "ground-lean", ordered: "45" },
    ],
  },
  {
    // With a short line and a substitute.
    daysAgo: 1,
    status: "pending",
    allowsSubstitutes: true,
    lines: [
      { slug: "tenderloin-steak", ordered: "12.5" },
      {
        slug: "skirt-steak",
        ordered: "10",
        packages: ["6.35"],
        done: "short",
        note: "no more this week",
      },
      { slug: "picanha", ordered: "3", done: "substituted", note: "out of picanha" },
      {
        slug: "tri-tip-roast",
        ordered: "3",
        packages: ["2.2", "2.31", "2.24"],
        done: "packed",
        insteadOf: 2,
      },
    ],
  },
];

/** The price list of kitchens that order every week, per lb. */
const samplePriceList = {
  name: "Sample kitchens",
  note: "For kitchens that order each week.",
  items: [
    { slug: "beef-short-ribs", pricePerLb: "12.25" },
    { slug: "striploin-steak", pricePerLb: "22.75" },
    { slug: "whole-brisket", pricePerLb: "9.25" },
    { slug: "beef-stew", pricePerLb: "9.75", minLb: "10" },
    { slug: "ground-lean", pricePerLb: "7.95", minLb: "20" },
  ],
};

interface DemoSettings {
  password?: string | undefined;
  invoiceTerms: Parameters<typeof issueInvoice>[2];
  creditNoteTerms: Parameters<typeof issueCreditNote>[2];
}

const day = 24 * 60 * 60 * 1000;

/**
 * Seeds a wholesale client with sample orders and invoices, once per database, so that a new shop
 * can be viewed from both sides. Seed the catalogue first: the orders use its prices. Does nothing
 * if the address already has an account.
 */
export async function ensureDemo(
  db: Database,
  { password, invoiceTerms, creditNoteTerms }: DemoSettings,
): Promise<SeededAccount> {
  const planted = await plantOnce(db, "demo", async (tx) => {
    const { id, ...seeded } = await ensureAccount(tx, {
      email: demoEmail,
      password,
      name: "Sample Bistro (demo)",
      profile: {
        companyName: "Sample Bistro (demo)",
        contactName: "Sample Contact",
        phone: "604-555-0142",
        address: "100 Sample Street, Abbotsford, BC",
        notes: "Deliver to the back door, between 8 and 10 am.",
      },
    });
    if (id) {
      await placeSampleOrders(tx, id, invoiceTerms);
      await paySampleInvoices(tx, id);
      await creditSampleInvoice(tx, id, creditNoteTerms);
      await givePriceList(tx, id);
    }
    return seeded;
  });
  return planted ?? { email: demoEmail, created: false, generatedPassword: undefined };
}

async function placeSampleOrders(
  tx: Transaction,
  userId: string,
  invoiceTerms: DemoSettings["invoiceTerms"],
): Promise<void> {
  const slugs = sampleOrders.flatMap(({ lines }) => lines.map(({ slug }) => slug));
  const named = await tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(inArray(products.slug, slugs));
  const ids = named.map(({ id }) => id);
  const sold = await soldTo(tx, { customerId: userId, day: null }, ids);
  const [packer] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.isAdmin, true));
  for (const { daysAgo, status, notes, allowsSubstitutes, lines } of sampleOrders) {
    const items = lines.flatMap((line, position) => {
      const productId = named.find(({ slug }) => slug === line.slug)?.id;
      const product = sold.find(({ id }) => id === productId);
      return product ? [{ product, line, position, id: randomUUID() }] : [];
    });
    if (items.length === 0) continue;
    const placedAt = new Date(Date.now() - daysAgo * day);
    const order = await insertOrder(tx, {
      customerId: userId,
      placedBy: userId,
      status,
      placedAt,
      notes,
      allowsSubstitutes,
      totalPrice: "0",
    });
    const placed = items.map(({ id, product, line: { ordered, insteadOf } }) => {
      const pieces = product.soldBy === "piece" ? Number(ordered) : null;
      const { typicalPieceLb } = product;
      const quantity = pieces && typicalPieceLb ? poundsOfPieces(pieces, typicalPieceLb) : ordered;
      const substitutesItemId = items.find((one) => one.position === insteadOf)?.id;
      return { product, quantity, pieces, fields: { id, substitutesItemId } };
    });
    await addLines(tx, order.id, placed);
    const { estimate } = await costsNow(tx, order.id);
    await updateOrder(tx, order.id, { totalPrice: estimate, estimatedTotal: estimate });
    await packSamples(tx, order.id, items, { packedBy: packer?.id, packedAt: nextDay(placedAt) });
    if (status === "fulfilled" || status === "delivered") {
      await packAsOrdered(tx, order.id, null);
      await issueInvoice(tx, { orderId: order.id, issuedAt: nextDay(placedAt) }, invoiceTerms);
    }
  }
}

/** By the invoice's index: one is paid, one overdue, one paid in part. */
const samplePayments = [
  { invoice: 0, share: 1, daysAgo: 70, method: "cheque", reference: "No. 1042" },
  { invoice: 2, share: 0.4, daysAgo: 9, method: "etransfer", reference: "CA-SAMPLE-7731" },
] as const;

async function paySampleInvoices(tx: Transaction, customerId: string): Promise<void> {
  const invoices = await tx
    .select({ id: ledgerEntries.id, cents: ledgerEntries.cents })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.customerId, customerId))
    .orderBy(ledgerEntries.createdAt);
  for (const { invoice, share, daysAgo, method, reference } of samplePayments) {
    const debit = invoices[invoice];
    if (!debit) continue;
    // Rounded to whole dollars, unless it is the full amount.
    const cents = share === 1 ? debit.cents : Math.round((debit.cents / 100) * share) * 100;
    const paidAt = new Date(Date.now() - daysAgo * day);
    const entry = { customerId, kind: "payment", cents: -cents, method, reference } as const;
    const paid = { occurredOn: pacificDay(paidAt), createdAt: paidAt };
    await book(tx, { userId: null }, { ...entry, ...paid }, [{ entryId: debit.id, cents }]);
  }
}

interface PlacedSample {
  id: string;
  product: SoldProduct;
  line: SampleLine;
}

/** Packs the weighed packages of an order's lines into one box. */
async function packSamples(
  tx: Transaction,
  orderId: string,
  items: PlacedSample[],
  packed: { packedBy: string | undefined; packedAt: Date },
): Promise<void> {
  if (items.every(({ line }) => !line.packages)) return;
  const boxId = await boxToPack(tx, orderId, null);
  for (const { id, product, line } of items) {
    const weighed = (line.packages ?? []).flatMap((lb) => {
      const net = netWeight({ value: lb, unit: "lb" }, 0);
      if (!net) return [];
      const pieces = product.soldBy === "piece" ? 1 : null;
      const reading = { readingValue: lb, readingUnit: "lb" as const, source: "typed" as const };
      return [
        { ...packed, ...reading, orderItemId: id, boxId, pieces, netLb: net.lb, netG: net.g },
      ];
    });
    await insertPastPackages(tx, weighed);
    const packNote = line.note ?? "";
    if (line.done) await updateLines(tx, [id], { packState: line.done, packNote });
  }
}

function nextDay(date: Date): Date {
  return new Date(date.getTime() + day);
}

/** Gives a credit that the client requested, two days after the last sample invoice. */
async function creditSampleInvoice(
  tx: Transaction,
  customerId: string,
  creditNoteTerms: DemoSettings["creditNoteTerms"],
): Promise<void> {
  const [invoice] = await tx
    .select({ id: documents.id, issuedAt: documents.issuedAt })
    .from(documents)
    .where(eq(documents.customerId, customerId))
    .orderBy(desc(documents.number))
    .limit(1);
  const lines = invoice ? await creditableLines(tx, invoice.id) : [];
  const line = lines.find(({ leftLb, orderId }) => orderId !== null && Number(leftLb) > 2);
  if (!invoice || !line?.orderId) return;
  const claim = { lb: "1.25", remark: "One package had lost its vacuum" };
  const askedAt = new Date(invoice.issuedAt.getTime() + day / 2);
  const decidedAt = new Date(invoice.issuedAt.getTime() + day);
  const note = await issueCreditNote(
    tx,
    {
      invoiceId: invoice.id,
      reason: "Quality",
      lines: [{ position: line.position, ...claim }],
      issuedBy: null,
      issuedAt: decidedAt,
    },
    creditNoteTerms,
  );
  await insertCreditRequest(
    tx,
    {
      orderId: line.orderId,
      customerId,
      invoiceId: invoice.id,
      source: "client",
      status: "approved",
      createdAt: askedAt,
      decidedAt,
      creditNoteId: note.id,
      decisionNote: "Sorry about this. Thank you for telling us the same day.",
    },
    () => [
      {
        orderItemId: line.orderItemId,
        lb: claim.lb,
        reason: "quality",
        note: claim.remark,
      },
    ],
  );
}

/** In force from today, since the sample orders were placed at the catalogue's prices. */
async function givePriceList(tx: Transaction, customerId: string): Promise<void> {
  const { items, ...about } = samplePriceList;
  const slugs = items.map(({ slug }) => slug);
  const sold = await tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(inArray(products.slug, slugs));
  const priced = items.flatMap(({ slug, pricePerLb, minLb = null }) => {
    const product = sold.find((one) => one.slug === slug);
    return product ? [{ productId: product.id, cell: { pricePerLb, minLb } }] : [];
  });
  // The owner may have a list with this name.
  const isTaken = (await tx.$count(priceLists, eq(priceLists.name, about.name))) > 0;
  if (isTaken || priced.length === 0) return;
  const listId = await insertList(tx, { ...about, startsOn: pacificDay(new Date()) });
  await saveListPrices(
    tx,
    priced.map((price) => ({ listId, ...price })),
  );
  await giveList(tx, { customerId, listId, rank: 1 });
}
