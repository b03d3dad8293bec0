import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { proposedBack } from "#app/domain/door/till/refund-ways.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import { closeTill } from "#app/domain/door/till/tills.server.ts";
import { handOver } from "#app/features/counter/pickups.server.ts";
import {
  givenParts,
  type Part,
  refundCents,
  type TypedRefund,
} from "#app/features/counter/refund.ts";
import { type Sale, type SaleLine, totalsOf } from "#app/features/counter/sale.ts";
import { getDrawerToCount } from "#app/features/counter/session.server.ts";
import { readSold } from "#app/features/counter/sold.server.ts";
import { handOverAtTill } from "#app/features/runs/reports/report-by-staff.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { cuttingOutputs, cuttings } from "#db/schema/meat/cuttings.ts";
import { documents } from "#db/schema/money/documents.ts";
import type { products } from "#db/schema/products.ts";
import { insertFilledOrder, issueFor } from "../factories/orders.ts";
import { insertOpenTill, lineOf } from "../factories/tills.ts";
import { insertClient, insertProduct } from "../factories.ts";
import { saidBy } from "../reason-of.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { signedInAdmin, staffAs } from "../signed-in.ts";
import { openTestDatabase } from "../test-database.ts";

// What every test of the counter begins with.

export const shop = sampleShop();

interface Opened {
  db: Database;
  admin: Admin;
  /** The same account, as somebody who only works at the till. */
  staff: Staff<"till">;
  /** A product at $24.99 a pound. */
  ribeye: typeof products.$inferSelect;
  tillId: string;
  sessionId: string;
}

/** What was paid in one way: in cash, the exact sum. */
export const by = (method: Sale["tenders"][number]["method"], cents: number) => ({
  method,
  cents,
  tenderedCents: method === "cash" ? cents : null,
  reference: "",
});

/** Throws, where something must be there: `found ?? raise()`. */
export function raise(): never {
  throw new Error("It is missing");
}

/**
 * Opens a database for a file's tests, and before each test a till with $200, which is the one that
 * sales, refunds and pickups are of unless another is named. `use` gets all of it before each test.
 *
 * @returns what sells, and tells what is in the drawers
 */
export function openForCounter(use: (opened: Opened) => void) {
  let database: OpenDatabase;
  let own: Opened;
  let slip = 0;

  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    const admin = await signedInAdmin(db);
    const ribeye = await insertProduct(db, { pricePerLb: "24.99" });
    const staff = staffAs(admin, "counter", "till");
    own = { db, admin, staff, ribeye, tillId: "", sessionId: "" };
  });
  beforeEach(async () => {
    own = { ...own, ...(await openedTill()) };
    use(own);
  });
  afterAll(() => database.close());

  async function openedTill(float = 200_00) {
    const { id, sessionId } = await insertOpenTill(own.db, own.admin, float);
    return { tillId: id, sessionId };
  }

  return {
    openedTill,
    /** A line of a sale: so many pounds of ribeye, typed. */
    line: (value: string, more: Partial<SaleLine> = {}): SaleLine =>
      lineOf(own.ribeye, value, more),
    /** A sale of some lines, paid in cash. */
    sale(lines: SaleLine[], more: Partial<Sale> = {}): Sale {
      return {
        requestId: randomUUID(),
        sessionId: own.sessionId,
        slip: ++slip,
        device: 0,
        soldAt: new Date().toISOString(),
        isOffline: false,
        lines,
        onAccount: null,
        mailTo: "",
        tenders: [by("cash", askedAtTill(totalsOf(lines).totalCents, "cash"))],
        ...more,
      };
    },
    /** A refund of lines of a sale, whole or in part, in the ways it was paid. */
    async refund(
      id: string,
      lines: (number | Part)[],
      more: Partial<TypedRefund> = {},
    ): Promise<TypedRefund> {
      const whole = lines.map((one) =>
        typeof one === "number" ? { position: one, lb: null } : one,
      );
      const sold = await readSold(own.db, id);
      const { given } = givenParts(sold?.creditable ?? [], whole);
      const cents = sold ? refundCents(sold, given) : 0;
      return {
        requestId: randomUUID(),
        sessionId: own.sessionId,
        lines: whole,
        reference: "",
        meat: "customer",
        reason: "Not as expected",
        otherwise: "",
        parts: sold ? proposedBack(cents, sold.paidBy) : [],
        ...more,
      };
    },
    /** Packs and invoices an order that waits to be picked up. */
    async pickup(total = "86.40") {
      const { user } = await insertClient(own.db);
      const packed = { status: "fulfilled", totalPrice: total } as const;
      const order = await insertFilledOrder(own.db, user.id, packed);
      await issueFor(own.db, order);
      const [invoice = raise()] = await own.db
        .select()
        .from(documents)
        .where(sql`id in (select document_id from document_orders where order_id = ${order.id})`);
      return { id: order.id, cents: toCents(invoice.total), invoice };
    },
    /** Hands over a pickup of which so much is due, paid in cash. */
    take: (id: string, cents: number, more: object = {}) =>
      handOver(
        own.db,
        own.staff,
        id,
        {
          requestId: randomUUID(),
          sessionId: own.sessionId,
          seen: String(cents),
          rest: "",
          reason: "",
          tenders: [by("cash", askedAtTill(cents, "cash"))],
          ...more,
        },
        shop,
        handOverAtTill,
      ),
    /** Closes a drawer with what was counted in it. */
    async close(sessionId: string, counted: number, reason = "") {
      const seen = (await getDrawerToCount(own.db, own.staff, sessionId))?.version ?? "";
      await closeTill(own.db, own.staff, { sessionId, seen, counted, reason });
    },
    /** Cuts a lot of a product's meat, or of a primal that is no product. */
    async cutOf(lotId: string, productId: string | null, lb: string) {
      const of = { kind: "Side", cutBy: own.admin.userId, costBy: "weight" } as const;
      const [cutting = raise()] = await own.db
        .insert(cuttings)
        .values({ requestId: randomUUID(), ...of })
        .returning();
      const made = { cuttingId: cutting.id, position: 0, lotId, productId, lb };
      await own.db.insert(cuttingOutputs).values({ ...made, productName: "Chuck" });
    },
    /** Returns the balance of the tills' customers, which is always zero. */
    async walkInBalance(): Promise<number> {
      const { rows } = await own.db.execute<{ cents: string }>(sql`
        select coalesce(sum(abs(entry.cents) - entry.allocated_cents), 0) as cents
        from ledger_entries entry join tills on tills.customer_id = entry.customer_id`);
      return Number(rows[0]?.cents);
    },
    /** Returns the cash that came into an open drawer, less what went out. */
    async expectedNow(id = own.sessionId): Promise<number> {
      const count = { sessionId: id, seen: "?", counted: 0, reason: "" };
      expect(await saidBy(closeTill(own.db, own.staff, count))).toContain("count again");
      const money = await receiptsOfSession(own.db, id);
      return money
        .filter(({ method, isTakenBack }) => method === "cash" && !isTakenBack)
        .reduce((sum, { cents }) => sum + cents, 0);
    },
  };
}
