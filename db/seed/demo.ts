import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { type InvoiceTerms, issueInvoice, packAsOrdered } from "../issue-invoice.ts";
import { type OrderStatus, orderItems, orders } from "../schema/orders.ts";
import { products } from "../schema/products.ts";
import { ensureAccount, type SeededAccount } from "./accounts.ts";
import { plantOnce } from "./seed.ts";

const demoEmail = "demo@example.com";

interface SampleOrder {
  daysAgo: number;
  status: OrderStatus;
  notes?: string;
  /** Slug and pounds. */
  lines: [string, string][];
}

/** Oldest first, so that invoice numbers rise with the dates. */
const sampleOrders: SampleOrder[] = [
  {
    daysAgo: 96,
    status: "delivered",
    lines: [
      ["chuck-blade-roast", "40"],
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
  { daysAgo: 41, status: "cancelled", lines: [["prime-rib-roast", "36"]] },
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

  for (const { daysAgo, status, notes, lines } of sampleOrders) {
    const items = lines.flatMap(([slug, quantity], position) => {
      const product = bySlug.get(slug);
      return product ? [{ product, quantity, position }] : [];
    });
    if (items.length === 0) continue;
    const placedAt = new Date(Date.now() - daysAgo * day);
    const [order] = await tx
      .insert(orders)
      .values({ customerId: userId, placedBy: userId, status, placedAt, notes, totalPrice: "0" })
      .returning({ id: orders.id });
    if (!order) throw new Error("The sample order was not stored");
    await tx.insert(orderItems).values(
      items.map(({ product, quantity, position }) => ({
        orderId: order.id,
        position,
        productId: product.id,
        productName: product.name,
        quantity,
        pricePerLb: product.pricePerLb,
      })),
    );
    await addUp(tx, order.id);
    if (status === "fulfilled" || status === "delivered") {
      await packAsOrdered(tx, order.id, null);
      await issueInvoice(tx, { orderId: order.id, issuedAt: nextDay(placedAt) }, invoiceTerms);
    }
  }
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
