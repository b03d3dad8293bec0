import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { createDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { emptyDraft } from "#app/domain/drafts/order-draft.ts";
import { createRateLimits } from "#app/domain/limits/rate-limits.server.ts";
import { reviewCounts } from "#app/domain/limits/rate-limits.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { answerOrderForm } from "./order-form.server.ts";
import type { OrderIntent } from "./order-form.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db);
});
afterAll(() => database.close());

it("corrects a site's postal code, counts one outside every zone, and refuses an order for one whose days weren't shown", async () => {
  const { id, pricePerLb } = await insertProduct(db, { name: "Oxtail" });
  const zone = await insertServedZone(db, { prefixes: ["V3G"] });
  const counted: string[] = [];
  const context = {
    db,
    limits: createRateLimits(db, "another secret"),
    clientAddress: "198.51.100.8",
    shop,
    minOrderCents: 0,
    needsConfirmedEmail: false,
    log: silentLog,
    deliveryRules: createDeliveryRules(db, silentLog),
    demand: { count: (code: string) => counted.push(code), close: async () => undefined },
  };
  const someone = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  const line = {
    key: id,
    productId: id,
    wish: noWish,
    name: "",
    quantity: "9",
    seenUnit: "lb",
    seenPricePerLb: pricePerLb,
  };
  const ask = (intent: OrderIntent, postalCode: string, day = "") =>
    answerOrderForm(context, someone, {
      draft: { ...emptyDraft, requestId: crypto.randomUUID(), lines: [line], postalCode, day },
      intent,
    });
  const known = async () => {
    const ofSomeone = eq(shipTos.customerId, someone.customerId);
    return (await db.select().from(shipTos).where(ofSomeone)).map(({ postalCode }) => postalCode);
  };
  const day = runKey(zone.id, dayIn(3));
  await ask("site", "V0T 1M0");
  expect(counted).toEqual(["V0T1M0"]);
  expect(await ask("site", "V3G 1A2", day)).toMatchObject({
    refused: { step: "pick", draft: { postalCode: "", day: "" } },
  });
  expect(await known()).toEqual(["V3G1A2"]);
  expect(counted).toHaveLength(1);
  // The step that asked shows the days of another code.
  const ofReview = (postalCode: string) =>
    answerOrderForm(context, someone, {
      draft: { ...emptyDraft, requestId: crypto.randomUUID(), lines: [line], postalCode },
      intent: "site",
      step: "review",
    });
  expect(await ofReview("V3G 1A2")).toMatchObject({ refused: { step: "review" }, status: 200 });
  expect(await ofReview("V3G")).toMatchObject({ refused: { step: "review" }, status: 400 });
  expect(await ask("place", "V0T 1M0", day)).toMatchObject({
    status: 400,
    refused: {
      step: "pick",
      problems: [{ field: "postalCode", message: expect.stringContaining("V0T 1M0") }],
    },
  });
  expect(await known()).toEqual(["V3G1A2"]);
  expect(await ask("place", "v3g1a2", day)).toHaveProperty("placed");
  await db.delete(orders);
  await db.delete(runStops);
  await db.delete(runs);
  await db.delete(zones);
});

it("limits reviews, and answers with the time to retry and everything that was sent", async () => {
  const { id, pricePerLb } = await insertProduct(db, { name: "Ribeye Steak" });
  const line = {
    key: id,
    productId: id,
    wish: noWish,
    name: "",
    quantity: "9",
    seenUnit: "lb",
    seenPricePerLb: pricePerLb,
  };
  const draft = {
    ...emptyDraft,
    requestId: crypto.randomUUID(),
    lines: [line],
    notes: "Thick",
    allowsSubstitutes: true,
  };
  const limits = createRateLimits(db, "a secret of this test");
  const context = {
    db,
    limits,
    clientAddress: "198.51.100.7",
    shop,
    minOrderCents: 0,
    needsConfirmedEmail: false,
    deliveryRules: createDeliveryRules(db, silentLog),
    demand: { count: () => undefined, close: async () => undefined },
    log: silentLog,
  };
  const answer = (intent: OrderIntent) => answerOrderForm(context, client, { draft, intent });
  expect(await answer("review")).toMatchObject({ status: 200 });

  const counts = reviewCounts(context.clientAddress, client.userId);
  while ((await limits.takeAll(counts)) === null);
  for (const intent of ["review", "pick"] as const) {
    const refused = await answer(intent);
    expect(refused).toMatchObject({ status: 429, refused: { draft } });
    expect(refused).toMatchObject({ headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
  }
  // Placing has its own limit.
  expect(await answer("place")).toHaveProperty("placed");
});
