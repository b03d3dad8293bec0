import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { receiptsOfOrders } from "#app/domain/door/till/till-receipts.server.ts";
import { listTills } from "#app/domain/door/till/tills.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { ownLabelInWords } from "#app/domain/packages/sold-packages.server.ts";
import { reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { queueDeliveredMails } from "#app/features/runs/messages/queue-run-messages.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { tillReceipts } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { by, openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { findHandedOver, findOrdersElsewhere, getHandedOver } from "../handed-over.server.ts";
import { getPickup, wherePickedUp } from "../pickups.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let tillId: string;
const { openedTill, pickup, take } = openForCounter((opened) => {
  ({ db, admin, staff, tillId } = opened);
});

describe("a pickup", () => {
  it("is paid and handed over once by two tills", async () => {
    const { id, cents } = await pickup();
    const other = await openedTill();
    const said = await Promise.all([
      saidBy(take(id, cents)),
      saidBy(take(id, cents, { sessionId: other.sessionId })),
    ]);
    expect(said.filter((one) => one === "accepted")).toHaveLength(1);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order?.status).toBe("delivered");
    expect(await db.$count(tillReceipts, eq(tillReceipts.orderId, id))).toBe(1);
  });

  it("can be paid in part if the client's terms leave the rest on account, otherwise with a reason", async () => {
    const { id, cents, invoice } = await pickup("86.42");
    const part = { tenders: [by("terminal", 20_00), by("cash", 30_00)] };
    const inCents = { tenders: [by("cash", 30_02)], rest: "account" };
    const { customerId } = invoice;
    for (const termsKind of ["prepay", "on_delivery"] as const) {
      await db.update(customers).set({ termsKind }).where(eq(customers.id, customerId));
      expect((await getPickup(db, staff, id))?.paysLater).toBe(false);
      expect(await saidBy(take(id, cents, { ...part, rest: "account" }))).toMatch(
        /^Please say why \$36\.42 is left open$/,
      );
    }
    const terms = { termsKind: "net", termsDays: 14 } as const;
    await db.update(customers).set(terms).where(eq(customers.id, customerId));
    expect((await getPickup(db, staff, id))?.paysLater).toBe(true);
    // Refused unless confirmed, and in coins that exist.
    expect(await saidBy(take(id, cents, part))).toContain("In cash it comes to $66.40");
    expect(await saidBy(take(id, cents, inCents))).toContain("In cash it comes to $30.00");
    expect(await db.$count(tillReceipts, eq(tillReceipts.orderId, id))).toBe(0);
    await take(id, cents, { ...part, rest: "account" });
    expect((await getHandedOver(db, staff, id))?.sheet).toMatchObject({
      openCents: 36_42,
      otherwisePaidCents: 0,
      roundingCents: 0,
      tenders: [
        { method: "terminal", cents: 20_00 },
        { method: "cash", cents: 30_00 },
      ],
    });
    const [said] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "handed over at the till")));
    expect(said?.after).toMatchObject({ amount: "50.00", note: "$36.42 stays on the account" });
    const { id: onDelivery, cents: due } = await pickup("86.42");
    await db
      .update(customers)
      .set({ termsKind: "on_delivery" })
      .where(sql`id = (select customer_id from orders where id = ${onDelivery})`);
    await take(onDelivery, due, { ...part, rest: "account", reason: "Brings the rest on Monday" });
    const [kept] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(
        and(eq(auditLog.entityId, onDelivery), eq(auditLog.action, "handed over at the till")),
      );
    expect(kept?.after).toMatchObject({
      amount: "50.00",
      note: "$36.42 is left open",
      reason: "Brings the rest on Monday",
    });
    expect((await getHandedOver(db, staff, onDelivery))?.sheet?.openCents).toBe(36_42);
  });

  it("is paid in full if its amount rounded for cash is paid, even with the rest put on account", async () => {
    const { id, cents } = await pickup("86.42");
    await take(id, cents, { rest: "account" });
    expect((await getHandedOver(db, staff, id))?.sheet).toMatchObject({
      openCents: 0,
      roundingCents: -2,
    });
  });

  it("is handed over unpaid only with a reason", async () => {
    const { id, cents } = await pickup();
    expect(await saidBy(take(id, cents, { tenders: [] }))).toBe(
      `Please say why ${formatCents(cents)} is left open`,
    );
    await take(id, cents, { tenders: [], reason: "Pays by their terms" });
    const [{ number = 0 } = {}] = await db.select().from(orders).where(eq(orders.id, id));
    expect(await findHandedOver(db, staff, String(number))).toMatchObject([{ orderId: id }]);
    expect((await getHandedOver(db, staff, id))?.receipts).toEqual([]);
    expect(await saidBy(take(id, cents, { tenders: [], reason: "Again" }))).toContain("already");
  });

  it("has an email that states the open amount", async () => {
    const { id, cents } = await pickup("86.42");
    const paid = { tenders: [by("cash", 50_00)], rest: "account", reason: "Brings it on Monday" };
    await take(id, cents, paid);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    await db.execute(sql`update users set is_vouched = true where id in (
      select user_id from members where customer_id = ${order?.customerId})`);
    await db.delete(mailOutbox);
    const facts = { at: new Date(), receivedBy: "", temperatureC: null, leftWith: null } as const;
    await db.transaction(async (tx) => {
      const told = order ? [{ ...order, stopId: null }] : [];
      const by = { ...facts, elsewhere: [], kind: "pickup" } as const;
      await queueDeliveredMails(tx, told, by, shop);
    });
    const [mail] = await db.select({ text: mailOutbox.text }).from(mailOutbox);
    expect(mail?.text).toMatch(/Still open:?\s+\$36\.42/);
  });

  it("lists its lots on hold, and can't be paid once it is reopened", async () => {
    const { user } = await insertClient(db);
    const { id } = await insertFilledOrder(db, user.id, { status: "fulfilled" });
    expect((await getPickup(db, staff, id))?.held).toEqual([]);
    const lot = await insertLot(db);
    const [item] = await db
      .execute<{ id: string }>(sql`
      select id from order_items where order_id = ${id}`)
      .then(({ rows }) => rows);
    await insertPackage(db, item?.id ?? "", { value: "4.00", unit: "lb" }, { lotId: lot.id });
    await holdLot(db, admin, lot.id, "Doubtful");
    expect((await getPickup(db, staff, id))?.held).toEqual([`Ribeye Steak of lot ${lot.code}`]);
    const [labelled] = await db.select().from(packages).where(eq(packages.lotId, lot.id));
    expect(await ownLabelInWords(db, staff, labelled?.id ?? "")).toContain(
      `Its lot ${lot.code} is on hold: set it aside and tell the owner.`,
    );
    await db.update(orders).set({ status: "pending" }).where(eq(orders.id, id));
    const said = await saidBy(take(id, 86_40));
    expect(said).toContain("was opened again and isn’t packed");
    expect(said).not.toContain("$");
  });

  it("shows, before packing, why its order is on hold", async () => {
    const { user } = await insertClient(db);
    const order = await insertFilledOrder(db, user.id, { status: "pending" });
    await putOnRun(db, await insertRun(db), order, { deliveryKind: "pickup" });
    const { id } = order;
    expect(await getPickup(db, staff, id)).toMatchObject({ isPacked: false, holds: [] });
    await insertHold(db, id, { reason: "credit" });
    expect(await getPickup(db, staff, id)).toMatchObject({ isPacked: false, holds: ["credit"] });
  });

  it("is found by its order's and its invoice's number, once it is paid at a till", async () => {
    const { id, cents, invoice } = await pickup();
    const [{ number = 0 } = {}] = await db.select().from(orders).where(eq(orders.id, id));
    expect(await findHandedOver(db, staff, String(number))).toEqual([]);
    // Until then the number leads to the order itself.
    expect(await findOrdersElsewhere(db, staff, String(number))).toEqual([{ id, number }]);
    expect(await findOrdersElsewhere(db, staff, invoice.documentNumber)).toEqual([{ id, number }]);
    await take(id, cents);
    expect(await findOrdersElsewhere(db, staff, String(number))).toEqual([]);
    expect(await findOrdersElsewhere(db, staff, invoice.documentNumber)).toEqual([]);
    expect(await findOrdersElsewhere(db, staff, "R-000001")).toEqual([]);
    for (const typed of [String(number), `order ${number}`, invoice.documentNumber]) {
      expect(await findHandedOver(db, staff, typed)).toMatchObject([{ orderId: id, tillId }]);
    }
    expect(await findHandedOver(db, staff, "R-000001")).toEqual([]);
  });

  it("has a link from its order to the staff member's open till", async () => {
    const { id } = await pickup();
    await db.update(orders).set({ deliveryDay: null }).where(eq(orders.id, id));
    const path = await wherePickedUp(db, staff, id);
    expect(path).toMatch(new RegExp(`^/admin/counter/[0-9a-f-]{36}/pickups/${id}$`));
    const till = path?.split("/")[3];
    expect((await listTills(db, staff)).find((one) => one.id === till)?.open?.openedBy).toBe(
      staff.email,
    );
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, id));
    expect(await wherePickedUp(db, staff, id)).toBeNull();
    expect(await wherePickedUp(db, staff, "x")).toBeNull();
  });

  it("is open again to the cent if its cash payment is taken back in the client's account", async () => {
    const { id, cents } = await pickup("86.42");
    const asked = askedAtTill(cents, "cash");
    expect(asked).not.toBe(cents);
    await take(id, cents);
    const [receipt] = await receiptsOfOrders(db, id);
    const { customerId = "", entryId: paymentId = "" } = receipt ?? {};
    await reversePayment(db, admin, { customerId, paymentId, note: "A false note" }, shop);
    const open = await openItems(db, customerId);
    expect(open.map(({ openCents }) => openCents)).toEqual([cents]);
    expect(await openItems(db, customerId, "credits")).toEqual([]);
  });
});
