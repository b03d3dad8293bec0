import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { changeOwnOrder } from "#app/domain/ordering/changing/change-order.server.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { cancelOwnOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { orderingMember } from "#app/guards/member-client.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { daysAfter, pacificDay, pacificMoment, weekdayOf } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { profiles } from "#db/schema/accounts.ts";
import { members, shipTos } from "#db/schema/customers.ts";
import { dayExceptions, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  bringBack,
  changeStandingOrder,
  createStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  skipDelivery,
} from "./change-standing-order.server.ts";
import { placeDue } from "./place-due.server.ts";
import { createSkipLinks } from "./skip-link.server.ts";
import { standingDemand } from "./standing-demand.server.ts";
import { readStandingOrder } from "./standing-form.server.ts";
import { standingField, standingLimits } from "./standing-order.ts";
import {
  deliveryToSkip,
  listStandingOrders,
  standingChoices,
  standingDraft,
} from "./standing-orders.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let zoneId: string;
let siteId: string;
let ribeye: typeof products.$inferSelect;
let burgers: typeof products.$inferSelect;

const links = createSkipLinks("a secret");
/** Delivered in two days, with the cut-off tomorrow at noon, so its order is due. */
const soon = dayIn(2);

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  ribeye = await insertProduct(db, { name: "Ribeye", pricePerLb: "20.00" });
  burgers = await insertProduct(db, {
    name: "Burgers",
    pricePerLb: "8.00",
    soldBy: "piece",
    typicalPieceLb: "0.50",
  });
  client = await signedInClient(db, { companyName: "Sample Bistro" });
  const [site] = await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2" })
    .where(eq(shipTos.customerId, client.customerId))
    .returning();
  siteId = site?.id ?? "";
  const day = { minOrder: "50.00", fee: "12.00", freeFrom: null };
  zoneId = (await insertServedZone(db, { prefixes: ["V3G"], day })).id;
  await db.delete(mailOutbox);
});
afterEach(async () => {
  await db.delete(standingOrders);
  await db.delete(dayExceptions);
  await removeZones(db);
});
afterAll(() => database.close());

const fieldsOf = (change: Record<string, string> = {}) => ({
  [standingField.site]: siteId,
  [standingField.day]: `${zoneId} ${weekdayOf(soon)}`,
  [standingField.everyWeeks]: "1",
  [standingField.startsOn]: pacificDay(new Date()),
  [standingField.product("0")]: `${ribeye.id} ${unitOf(ribeye)}`,
  [standingField.quantity("0")]: "12.5",
  [standingField.product("1")]: `${burgers.id} ${unitOf(burgers)}`,
  [standingField.quantity("1")]: "8",
  [standingField.notes]: "Back door.",
  ...change,
});

const begin = async (change: Record<string, string> = {}, by = client) =>
  createStandingOrder(db, by, readStandingOrder(fieldsOf(change)));

const place = (now = new Date()) =>
  placeDue(
    {
      db,
      shop,
      links,
      minOrderCents: 0,
      needsConfirmedEmail: false,
      memberFor: (customerId, userId) => orderingMember(db, customerId, userId, ""),
    },
    now,
  );

const ordersNow = () =>
  db
    .select()
    .from(orders)
    .where(eq(orders.customerId, client.customerId))
    .orderBy(asc(orders.number));

const states = async () =>
  (await db.select().from(standingOccurrences).orderBy(asc(standingOccurrences.day))).map(
    ({ day, state }) => `${day} ${state}`,
  );

const mailsTo = async (recipient: string) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))).map(
    ({ subject, text }) => `${subject}\n${text.replace(/\s+/g, " ")}`,
  );

describe("placing a standing order's delivery", () => {
  it("creates one ordinary order for a due delivery, even if it runs repeatedly", async () => {
    await begin();
    await Promise.all([place(), place()]);
    expect(await place()).toBe(0);
    const [order, ...others] = await ordersNow();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      status: "pending",
      deliveryDay: soon,
      notes: "Back door.",
      placedBy: client.userId,
      // 12.5 × 20.00, 8 × 0.50 × 8.00, and the fee.
      totalPrice: "294.00",
    });
    expect(await states()).toEqual([`${soon} placed`]);
    const [run] = await db.select().from(runs);
    expect(run?.bookedStops).toBe(1);
    const [mail = "", ...more] = await mailsTo(client.email);
    expect(more).toEqual([]);
    expect(mail).toContain(`Your standing order for`);
    expect(mail).toContain("every ");
    expect(mail).toContain("/skip-delivery?token=");
    expect((await mailsTo(shop.company.email))[0]).toContain("Standing order");
    // Next week's isn't due.
    expect((await listStandingOrders(db, client))[0]?.occurrences).toHaveLength(1);
  });

  it("waits until three open days before the cut-off, or can be two days late", async () => {
    const far = dayIn(6);
    const change = { [standingField.day]: `${zoneId} ${weekdayOf(far)}` };
    await begin(change);
    expect(await place()).toBe(0);
    // Its cut-off is in five days, at noon, so its order is due in two days.
    expect(await place(pacificMoment(dayIn(2), "07:59"))).toBe(0);
    expect(await place(pacificMoment(dayIn(4), "08:00"))).toBe(1);
    expect((await ordersNow()).map(({ deliveryDay }) => deliveryDay)).toEqual([far]);
  });

  it("skips a delivery whose cut-off had passed when the standing order was created", async () => {
    const tomorrow = dayIn(1);
    await begin({ [standingField.day]: `${zoneId} ${weekdayOf(tomorrow)}` });
    await db.update(standingOrders).set({ createdAt: pacificMoment(tomorrow, "12:00") });
    expect(await place()).toBe(0);
    expect(await states()).toEqual([]);
    expect(await mailsTo(client.email)).toEqual([]);
  });

  it("uses the day's prices, and reports price rises above 5 % and omitted products", async () => {
    await begin();
    await db.update(products).set({ pricePerLb: "22.00" }).where(eq(products.id, ribeye.id));
    await db.update(products).set({ isActive: false }).where(eq(products.id, burgers.id));
    await place();
    const [mail = ""] = await mailsTo(client.email);
    expect(mail).toContain("Dearer than the last time: Ribeye is $22.00/lb, was $20.00/lb.");
    expect(mail).toContain("Left out, since we do not offer it so now: Burgers.");
    const [order] = await ordersNow();
    const lines = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order?.id ?? ""));
    expect(lines.map(({ pricePerLb }) => pricePerLb)).toEqual(["22.00"]);
  });

  it("continues in the owner's name if its creator has left", async () => {
    await begin();
    await db.update(standingOrders).set({ createdBy: null });
    await place();
    expect((await ordersNow()).map(({ placedBy }) => placedBy)).toEqual([client.userId]);
  });

  it("is retried after a failure without affecting other orders, and can be skipped once stuck", async () => {
    const id = await begin();
    const other = await signedInClient(db, { companyName: "Sample Diner" });
    const mine = { customerId: client.customerId, userId: client.userId };
    const memberFor = async (customerId: string, userId: string | null) => {
      if (customerId === mine.customerId) throw new Error("The database is away");
      return orderingMember(db, customerId, userId, "");
    };
    const [site] = await db
      .update(shipTos)
      .set({ postalCode: "V3G1C1" })
      .where(eq(shipTos.customerId, other.customerId))
      .returning();
    await begin({ [standingField.site]: site?.id ?? "" }, other);
    const options = { db, shop, links, minOrderCents: 0, needsConfirmedEmail: false };
    await expect(placeDue({ ...options, memberFor })).rejects.toThrow("1 deliveries");
    expect((await states()).sort()).toEqual([`${soon} placed`, `${soon} placing`]);
    // At first it may be in progress; after 15 minutes it counts as stuck and can be skipped.
    const skip = () => skipDelivery(db, client, { id, day: soon }, shop);
    await expect(skip()).rejects.toMatchObject({ code: "busy" });
    const long = { decidedAt: new Date(Date.now() - 16 * 60_000) };
    await db
      .update(standingOccurrences)
      .set(long)
      .where(eq(standingOccurrences.standingOrderId, id));
    await skip();
    expect(await place()).toBe(0);
    expect(await ordersNow()).toEqual([]);
    await bringBack(db, client, { id, day: soon });
    expect(await place()).toBe(1);
  });

  it("happens in the owner's name if staff created it, and staff can skip it", async () => {
    const theirs = await actFor(db, admin, { customerId: client.customerId });
    if (!theirs) throw new Error("unreachable");
    const id = await begin({}, theirs);
    await place();
    expect((await ordersNow()).map(({ placedBy }) => placedBy)).toEqual([client.userId]);
    expect((await mailsTo(client.email))[0]).toContain("Your standing order for");
    await skipDelivery(db, theirs, { id, day: soon }, shop);
    expect((await ordersNow()).map(({ status }) => status)).toEqual(["cancelled"]);
    // The company is notified of clients' cancellations, not of its own.
    expect((await mailsTo(shop.company.email)).join()).not.toContain("was cancelled");
    const [entry] = (await auditEntries(db, "client", client.customerId)).filter(
      ({ action }) => action === "standing order begun",
    );
    expect(entry).toMatchObject({ actorId: admin.userId });
  });

  it("happens in a staff member's name for a customer without logins, while that member may take orders", async () => {
    const theirs = await actFor(db, admin, { customerId: client.customerId });
    if (!theirs) throw new Error("unreachable");
    await db.delete(members).where(eq(members.customerId, client.customerId));
    const id = await begin({}, theirs);
    await place();
    const [order] = await ordersNow();
    expect(order).toMatchObject({ placedBy: admin.userId, status: "pending" });
    await skipDelivery(db, theirs, { id, day: soon }, shop);
    const asStaff = eq(profiles.id, admin.userId);
    await db.update(profiles).set({ isAdmin: false, staffRole: "packer" }).where(asStaff);
    try {
      await db.delete(standingOrders);
      await begin({}, theirs);
      await place();
      expect(await states()).toEqual([`${soon} refused`]);
      expect((await mailsTo(shop.company.email)).join()).toContain("may place orders any more");
    } finally {
      await db.update(profiles).set({ isAdmin: true, staffRole: null }).where(asStaff);
    }
  });

  it("is refused below the minimum, with an email each to client and company", async () => {
    await begin({ [standingField.quantity("0")]: "1", [standingField.quantity("1")]: "" });
    await place();
    expect(await ordersNow()).toEqual([]);
    expect(await states()).toEqual([`${soon} refused`]);
    const [mail = ""] = await mailsTo(client.email);
    expect(mail).toContain("$50.00");
    expect(mail).toContain("You can place an order yourself by");
    expect((await mailsTo(shop.company.email))[0]).toContain("They were told by email.");
    expect(await place()).toBe(0);
    expect(await mailsTo(client.email)).toHaveLength(1);
  });

  it("is refused if stock is short, and the email says how many pounds are left", async () => {
    await db.insert(productStock).values({ productId: ribeye.id, tracking: "lb" });
    const had = { productId: ribeye.id, kind: "count" as const, lb: "9.00" };
    await db.insert(stockEntries).values(had);
    await begin();
    await place();
    expect(await ordersNow()).toEqual([]);
    expect(await states()).toEqual([`${soon} refused`]);
    expect((await mailsTo(client.email))[0]).toContain("Only 9 lb of Ribeye are left for");
  });

  it("follows a moved day, and skips a closed one with an email", async () => {
    const note = { note: "Holiday", weekday: null, cutOffAt: null, zoneId: null } as const;
    await db
      .insert(dayExceptions)
      .values({ ...note, date: soon, kind: "moved", movedTo: dayIn(3) });
    await begin();
    await place();
    expect((await ordersNow()).map(({ deliveryDay }) => deliveryDay)).toEqual([dayIn(3)]);
    expect(await states()).toEqual([`${soon} placed`]);
    await db.delete(standingOrders);
    await db.delete(dayExceptions);
    await db.delete(mailOutbox);
    await db.insert(dayExceptions).values({ ...note, date: soon, kind: "closed", movedTo: null });
    await begin();
    await place();
    expect(await states()).toEqual([`${soon} closed`]);
    expect((await mailsTo(client.email))[0]).toContain("There is no delivery on");
    expect(await mailsTo(shop.company.email)).toEqual([]);
  });

  it("reports, for each standing order of a day, which products won't come", async () => {
    await begin({ [standingField.product("1")]: "", [standingField.quantity("1")]: "" });
    await begin({ [standingField.product("0")]: "", [standingField.quantity("0")]: "" });
    await db.update(products).set({ isActive: false });
    await place();
    expect((await states()).every((state) => state.endsWith("refused"))).toBe(true);
    for (const recipient of [client.email, shop.company.email]) {
      const mails = (await mailsTo(recipient)).sort();
      expect(mails).toEqual([
        expect.stringContaining("12.5 lb Ribeye"),
        expect.stringContaining("8 × Burgers"),
      ]);
      for (const mail of mails) expect(mail).toContain(`every ${weekdayName(weekdayOf(soon))}`);
      // The client may have ordered for that day by hand, so no email may say there is none.
      for (const mail of mails) expect(mail).not.toMatch(/no order (yet|from you|for)/i);
    }
  });
});

describe("a delivery of a standing order", () => {
  it("can be skipped before or after its order is placed, and restored if it wasn't placed", async () => {
    const id = await begin();
    const next = daysAfter(soon, 7);
    await skipDelivery(db, client, { id, day: soon }, shop);
    await skipDelivery(db, client, { id, day: soon }, shop);
    expect(await place()).toBe(0);
    await bringBack(db, client, { id, day: soon });
    expect(await place()).toBe(1);
    const { day: skipped } = links.deliveryOf(
      new URLSearchParams(
        links.pathFor({ id, day: soon }, new Date(Date.now() + 1_000)).split("?")[1],
      ).get("token") ?? "",
    ) ?? { day: "" };
    expect(skipped).toBe(soon);
    expect(await deliveryToSkip(db, { id, day: soon })).toEqual({ day: soon, isSkipped: false });
    await skipDelivery(db, client, { id, day: soon }, shop);
    await skipDelivery(db, client, { id, day: soon }, shop);
    expect((await ordersNow()).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(await deliveryToSkip(db, { id, day: soon })).toEqual({ day: soon, isSkipped: true });
    // Only a delivery that was never placed can be restored. The next one is placed as usual.
    await bringBack(db, client, { id, day: soon });
    expect(await place(pacificMoment(daysAfter(next, -3), "09:00"))).toBe(1);
    expect((await ordersNow()).map(({ status }) => status)).toEqual(["cancelled", "pending"]);
    const none = skipDelivery(db, client, { id, day: daysAfter(soon, 1) }, shop);
    await expect(none).rejects.toMatchObject({ code: "gone" });
  });

  it("can be changed alone in its order, or with all later ones in the standing order", async () => {
    const id = await begin();
    await place();
    const [order] = await ordersNow();
    const [line] = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order?.id ?? ""))
      .orderBy(asc(orderItems.position));
    const asked = {
      lineId: line?.id ?? "",
      quantity: "20",
      isRemoved: false,
      seenPricePerLb: "20.00",
    };
    const wanted = { version: order?.version ?? 0, notes: "", lines: [asked], products: [] };
    await changeOwnOrder(db, client, order?.id ?? "", wanted, { shop, minOrderCents: 0 });
    const [before] = await listStandingOrders(db, client, id);
    expect(before?.lines[0]?.quantity).toBe("12.5");
    await changeStandingOrder(
      db,
      client,
      id,
      readStandingOrder(fieldsOf({ version: "1", [standingField.quantity("0")]: "30" })),
    );
    const stale = readStandingOrder(fieldsOf({ version: "1" }));
    await expect(changeStandingOrder(db, client, id, stale)).rejects.toMatchObject({
      code: "changed",
    });
    await place(pacificMoment(daysAfter(soon, 4), "09:00"));
    expect((await ordersNow()).map(({ totalPrice }) => totalPrice)).toEqual(["444.00", "644.00"]);
  });

  it("isn't placed during a pause, but after it, and placed orders stay", async () => {
    const id = await begin();
    await place();
    await pauseStandingOrder(db, client, id, daysAfter(soon, 8));
    expect(await place(pacificMoment(daysAfter(soon, 5), "09:00"))).toBe(0);
    expect(await place(pacificMoment(daysAfter(soon, 11), "09:00"))).toBe(1);
    expect((await ordersNow()).map(({ deliveryDay }) => deliveryDay)).toEqual([
      soon,
      daysAfter(soon, 14),
    ]);
    await expect(pauseStandingOrder(db, client, id, pacificDay(new Date()))).rejects.toMatchObject({
      code: "invalid",
    });
    await endStandingOrder(db, client, id);
    expect(await place(pacificMoment(daysAfter(soon, 18), "09:00"))).toBe(0);
    expect((await ordersNow()).every(({ status }) => status === "pending")).toBe(true);
  });
});

describe("the form of a standing order", () => {
  it("refuses invalid input with field errors", async () => {
    const errorsOf = (change: Record<string, string>) =>
      begin(change).then(
        () => ({}),
        (error: { answer?: { errors?: object } }) => error.answer?.errors ?? {},
      );
    const sunday = await insertServedZone(db, { prefixes: ["V9Z"] });
    for (const [field, typed] of [
      [standingField.site, randomUUID()],
      [standingField.day, `${zoneId} 9`],
      [standingField.day, `${sunday.id} ${weekdayOf(soon)}`],
      [standingField.everyWeeks, "0"],
      [standingField.everyWeeks, "13"],
      [standingField.startsOn, "2026-02-30"],
      [standingField.endsOn, "2020-01-01"],
      [standingField.poNumber, "4".repeat(101)],
      [standingField.notes, "n".repeat(5_001)],
      [standingField.quantity("0"), "-3"],
      [standingField.product("0"), `${randomUUID()} lb`],
      [standingField.product("0"), `${burgers.id} ${unitOf(burgers)}`],
    ] as const) {
      const wrong = Object.keys(await errorsOf({ [field]: typed }));
      expect(wrong.length, `${field} ${typed}`).toBeGreaterThan(0);
    }
    expect(await states()).toEqual([]);
    expect(await db.$count(standingOrders)).toBe(0);
  });

  it("refuses a product too many by name, and drops none silently", () => {
    const rows = Array.from({ length: standingLimits.lines + 1 }, (_, row) => [
      [standingField.product(`${row}`), `${randomUUID()} lb`],
      [standingField.quantity(`${row}`), "5"],
    ]);
    const read = (fields: string[][][]) => () =>
      readStandingOrder({ ...fieldsOf({}), ...Object.fromEntries(fields.flat()) });
    expect(read(rows.slice(0, -1))().lines).toHaveLength(standingLimits.lines);
    const errors = { [standingField.product("100")]: ["At most 100 products."] };
    const refusal = { answer: expect.objectContaining({ errors }) };
    expect(read(rows)).toThrow(expect.objectContaining(refusal));
  });

  it("offers the days of the client's sites, and can start with an order's lines", async () => {
    const { days, products: offered } = await standingChoices(db, client);
    expect(days.map(({ key }) => key)).toContain(`${zoneId} ${weekdayOf(soon)}`);
    expect(offered.map(({ name }) => name)).toContain("Ribeye");
    const asked = {
      ...askedOrder(askFor(ribeye, "7.5"), askFor(burgers, "12")),
      day: `${zoneId} ${soon}`,
    };
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const { id } = await placeOrder(db, client, asked, rules);
    expect(await standingDraft(db, client, "new", id)).toMatchObject({
      siteId,
      zoneId,
      weekday: weekdayOf(soon),
      // The order itself is the first delivery, so it isn't ordered again.
      startsOn: daysAfter(soon, 1),
      lines: [
        { productId: ribeye.id, quantity: "7.5", unit: "lb" },
        { productId: burgers.id, quantity: "12", unit: "piece 0.50" },
      ],
    });
    const stranger = await signedInClient(db, { companyName: "Sample Diner" });
    expect(await standingDraft(db, stranger, "new", id)).toMatchObject({ siteId: null, lines: [] });
  });
});

it("only members who may order for its site can change a standing order", async () => {
  const id = await begin();
  const stranger = await signedInClient(db, { companyName: "Sample Diner" });
  const viewer: Client = { ...client, role: "viewer" };
  const elsewhere: Client = { ...client, sites: [randomUUID()] };
  const wanted = readStandingOrder(fieldsOf({ version: "1" }));
  for (const [by, code] of [
    [stranger, "gone"],
    [elsewhere, "gone"],
    [viewer, "forbidden"],
    [{ ...admin, customerId: randomUUID() } as Client, "gone"],
  ] as const) {
    for (const act of [
      () => changeStandingOrder(db, by, id, wanted),
      () => endStandingOrder(db, by, id),
      () => pauseStandingOrder(db, by, id, dayIn(9)),
      () => skipDelivery(db, by, { id, day: soon }, shop),
      () => bringBack(db, by, { id, day: soon }),
    ]) {
      await expect(Promise.resolve().then(act)).rejects.toMatchObject({ code });
    }
  }
  expect(await listStandingOrders(db, stranger)).toEqual([]);
  expect(await listStandingOrders(db, elsewhere)).toEqual([]);
  await expect(begin({}, viewer)).rejects.toMatchObject({ code: "forbidden" });
  await expect(begin({}, stranger)).rejects.toMatchObject({ code: "invalid" });
  await place();
  const [order] = await ordersNow();
  await expect(cancelOwnOrder(db, stranger, order?.id ?? "", shop)).rejects.toMatchObject({
    code: "gone",
  });
});

it("a skip link is valid only for its delivery, and until the cut-off", () => {
  const delivery = { id: randomUUID(), day: soon };
  const path = links.pathFor(delivery, new Date(1_000_000));
  const token = new URLSearchParams(path.split("?")[1]).get("token") ?? "";
  expect(links.deliveryOf(token, new Date(1_000_000))).toEqual(delivery);
  expect(links.deliveryOf(token, new Date(1_000_001))).toBeNull();
  expect(createSkipLinks("another").deliveryOf(token, new Date(0))).toBeNull();
  expect(links.deliveryOf(token.replace(soon, dayIn(9)), new Date(0))).toBeNull();
  for (const forged of ["", "x", `${token}x`, token.slice(0, -2)]) {
    expect(links.deliveryOf(forged, new Date(0))).toBeNull();
  }
});

describe("the demand of standing orders", () => {
  const demand = async (days: number) => {
    const found = await standingDemand(db, admin, { day: dayIn(0), until: dayIn(days) });
    return [found.get(ribeye.id)?.lb ?? 0, found.get(burgers.id)?.lb ?? 0];
  };

  it("states how many pounds of a product are due from a day on", async () => {
    await begin();
    const found = await standingDemand(db, admin, { day: dayIn(3), until: dayIn(9) });
    expect(found.get(ribeye.id)).toEqual({ lb: 25_00, ofWeekLb: 12_50 });
  });

  it("covers undecided deliveries until a day, in pounds", async () => {
    await begin();
    expect(await demand(1)).toEqual([0, 0]);
    expect(await demand(2)).toEqual([12_50, 4_00]);
    expect(await demand(9)).toEqual([25_00, 8_00]);
    // The first becomes an order, which is counted as such.
    await place();
    expect(await demand(9)).toEqual([12_50, 4_00]);
  });

  it("excludes skipped, closed and ended deliveries", async () => {
    const id = await begin({ [standingField.startsOn]: daysAfter(pacificDay(new Date()), 5) });
    expect(await demand(9)).toEqual([12_50, 4_00]);
    const exception = { zoneId, kind: "closed" as const, date: dayIn(9) };
    await db.insert(dayExceptions).values(exception);
    expect(await demand(9)).toEqual([0, 0]);
    await db.delete(dayExceptions);
    await db
      .insert(standingOccurrences)
      .values({ standingOrderId: id, day: dayIn(9), state: "skipped" });
    expect(await demand(9)).toEqual([0, 0]);
    expect(await demand(16)).toEqual([12_50, 4_00]);
    await endStandingOrder(db, client, id);
    expect(await demand(16)).toEqual([0, 0]);
  });
});
