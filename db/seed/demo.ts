import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { type InvoiceTerms, issueInvoice, packAsOrdered } from "../issue-invoice.ts";
import { type OrderStatus, orderItems, orders } from "../schema/orders.ts";
import { products } from "../schema/products.ts";
import { shopSettings } from "../schema/system.ts";
import { ensureAccount, type SeededAccount } from "./accounts.ts";
import { plantOnce } from "./seed.ts";

const demoEmail = "demo@example.com";

interface SampleOrder {
  daysAgo: number;
  status: OrderStatus;
  notes?: string;
  /**
   * Slug and pounds, or pieces of what is sold by the piece. Orders that were fulfilled have none by
   * the piece, which would have to be weighed.
   */
  lines: [string, string][];
}

/** Oldest first, so that invoice numbers rise with the dates. */
const sampleOrders: SampleOrder[] = [
  {
    daysAgo: 96,
    status: "delivered",
    lines: [
      ["chuck-blade-steak", "40"],
      ["ground-lean", "60"],
    ],
  },
  {
    daysAgo: 68,
    status: "delivered",
    notes: "Back door, before 10 am.",
    lines: [
      ["striploin-steak", "24.5"],
      ["beef-short-ribs", "30"],
      ["marrow-bones", "15"],
    ],
  },
  { daysAgo: 41, status: "cancelled", lines: [["prime-rib-roast", "6"]] },
  {
    daysAgo: 23,
    status: "fulfilled",
    lines: [
      ["ribeye-steak", "18.75"],
      ["beef-stew", "25"],
    ],
  },
  {
    daysAgo: 6,
    status: "pending",
    notes: "Steaks cut 1 inch thick, please.",
    lines: [
      ["top-sirloin-steak", "32"],
      ["ground-lean", "45"],
    ],
  },
  { daysAgo: 1, status: "pending", lines: [["tenderloin-steak", "12.5"]] },
];

interface DemoSettings {
  password?: string | undefined;
  /** The terms of invoices issued at a moment. */
  invoiceTerms: (issuedAt: Date) => InvoiceTerms;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Seeds a wholesale client with sample orders and invoices, once per database, so that a new shop
 * can be viewed from both sides. Seed the catalogue first: the orders use its prices. Does nothing
 * if the address already has an account.
 */
export async function ensureDemo(
  db: Database,
  { password, invoiceTerms }: DemoSettings,
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
    if (id) await placeSampleOrders(tx, id, invoiceTerms);
    return seeded;
  });
  return planted ?? { email: demoEmail, created: false, generatedPassword: undefined };
}

async function placeSampleOrders(
  tx: Transaction,
  userId: string,
  invoiceTerms: DemoSettings["invoiceTerms"],
): Promise<void> {
  const slugs = sampleOrders.flatMap(({ lines }) => lines.map(([slug]) => slug));
  const rows = await tx.select().from(products).where(inArray(products.slug, slugs));
  const bySlug = new Map(rows.map((product) => [product.slug, product]));

  const [settings] = await tx.select().from(shopSettings);
  for (const { daysAgo, status, notes, lines } of sampleOrders) {
    const items = lines.flatMap(([slug, ordered], position) => {
      const product = bySlug.get(slug);
      return product ? [{ product, ordered, position }] : [];
    });
    if (items.length === 0) continue;
    const placedAt = new Date(Date.now() - daysAgo * day);
    const [order] = await tx
      .insert(orders)
      .values({ customerId: userId, placedBy: userId, status, placedAt, notes, totalPrice: "0" })
      .returning({ id: orders.id });
    if (!order) throw new Error("The sample order was not stored");
    await tx.insert(orderItems).values(
      items.map(({ product, ordered, position }) => ({
        orderId: order.id,
        position,
        productId: product.id,
        productName: product.name,
        pricePerLb: product.pricePerLb,
        soldBy: product.soldBy,
        overCapPct: product.overCapPct ?? settings?.overCapPct,
        taxCode: product.taxCode,
        ...asked(product, ordered),
      })),
    );
    await addUp(tx, order.id);
    if (status === "fulfilled" || status === "delivered") {
      await packAsOrdered(tx, order.id, null);
      await issueInvoice(tx, { orderId: order.id, issuedAt: nextDay(placedAt) }, invoiceTerms);
    }
  }
}

/** What a line asks for, in pounds also where it counts pieces. */
function asked({ soldBy, typicalPieceLb }: typeof products.$inferSelect, ordered: string) {
  if (soldBy === "lb") return { quantity: ordered };
  return {
    quantity: sql`round(${ordered} * ${typicalPieceLb}::numeric, 2)`,
    orderedPieces: Number(ordered),
    typicalPieceLb,
  };
}

/** Sets an order's total to the sum of its lines. */
async function addUp(tx: Transaction, orderId: string): Promise<void> {
  const sum = sql`(select sum(subtotal) from ${orderItems} where order_id = ${orderId})`;
  await tx
    .update(orders)
    .set({ totalPrice: sum, estimatedTotal: sum })
    .where(eq(orders.id, orderId));
}

function nextDay(date: Date): Date {
  return new Date(date.getTime() + day);
}
